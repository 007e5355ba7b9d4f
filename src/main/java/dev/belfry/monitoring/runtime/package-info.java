/**
 * Runtimes that checks name. Start at {@link dev.belfry.monitoring.runtime.RuntimeOperations}. May
 * import the kernels.
 */
@NullMarked
package dev.belfry.monitoring.runtime;

import org.jspecify.annotations.NullMarked;
