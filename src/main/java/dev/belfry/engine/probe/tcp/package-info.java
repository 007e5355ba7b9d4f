/**
 * Probes of TCP monitors: connect, send a text and read what comes back.
 *
 * <p>Start at {@link dev.belfry.engine.probe.tcp.TcpExecution}.
 *
 * <p>Uses: {@code engine.probe}, {@code monitoring.assertion}, {@code monitoring.check}, {@code
 * platform.guard}.
 */
@NullMarked
package dev.belfry.engine.probe.tcp;

import org.jspecify.annotations.NullMarked;
