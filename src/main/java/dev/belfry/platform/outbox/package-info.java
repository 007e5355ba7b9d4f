/**
 * The queue of messages to send, each with a stable id and retried until it is delivered or dead.
 *
 * <p>Start at {@link dev.belfry.platform.outbox.Dispatcher}.
 *
 * <p>Uses: {@code platform.cluster}, {@code platform.db}.
 */
@NullMarked
package dev.belfry.platform.outbox;

import org.jspecify.annotations.NullMarked;
