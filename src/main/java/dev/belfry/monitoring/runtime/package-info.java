/**
 * Runtimes that checks may name.
 *
 * <p>Start at {@link dev.belfry.monitoring.runtime.RuntimeOperations}.
 *
 * <p>Uses: {@code api.http}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.monitoring.runtime;

import org.jspecify.annotations.NullMarked;
