/**
 * Results as they are stored, summed up and read. Start at {@link dev.belfry.result.ResultId}. May
 * import the kernels and {@code check}.
 */
@NullMarked
package dev.belfry.result;

import org.jspecify.annotations.NullMarked;
