/**
 * Makes one HTTP request from this instance and measures each phase of it.
 *
 * <p>Start at {@link dev.belfry.engine.probe.Prober}.
 *
 * <p>Uses: {@code monitoring.check}, {@code platform.config}, {@code platform.guard}.
 */
@NullMarked
package dev.belfry.engine.probe;

import org.jspecify.annotations.NullMarked;
