/**
 * Sets the process log up and flushes it at the end.
 *
 * <p>Start at {@link dev.belfry.app.logging.Logging}.
 *
 * <p>Uses: {@code platform}.
 */
@NullMarked
package dev.belfry.app.logging;

import org.jspecify.annotations.NullMarked;
