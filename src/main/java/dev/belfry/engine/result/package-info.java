/**
 * Reads results, rolls them up by hour and day, and drops old ones.
 *
 * <p>Start at {@link dev.belfry.engine.result.ResultOperations} and {@link
 * dev.belfry.engine.result.Housekeeping}.
 *
 * <p>Uses: {@code api.http}, {@code engine.result.distribution}, {@code monitoring.check}, {@code
 * platform.config}, {@code platform.db}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.engine.result;

import org.jspecify.annotations.NullMarked;
