/**
 * Sends ICMP echo requests from a socket that needs no privilege, and hears the replies.
 *
 * <p>Start at {@link dev.belfry.platform.icmp.EchoGateway}.
 *
 * <p>Uses: no other package of Belfry.
 */
@NullMarked
package dev.belfry.platform.icmp;

import org.jspecify.annotations.NullMarked;
