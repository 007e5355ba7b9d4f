/**
 * The list of checks that people look at: state, counts, search. A background job keeps it current
 * and publishes each change.
 *
 * <p>Start at {@link dev.belfry.engine.overview.OverviewOperations}.
 *
 * <p>Uses: {@code engine.result}, {@code engine.result.analytics}, {@code api.http}, {@code
 * platform.config}, {@code platform.db}.
 */
@NullMarked
package dev.belfry.engine.overview;

import org.jspecify.annotations.NullMarked;
