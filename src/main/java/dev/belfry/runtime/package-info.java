/**
 * Runtimes that checks name. Start at {@link dev.belfry.runtime.RuntimeOperations}. May import the
 * kernels.
 */
@NullMarked
package dev.belfry.runtime;

import org.jspecify.annotations.NullMarked;
