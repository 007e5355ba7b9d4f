/**
 * Results as they are stored, summed up and read. Start at {@link
 * dev.belfry.monitoring.check.ResultId}. May import the kernels and {@code check}.
 */
@NullMarked
package dev.belfry.engine.result;

import org.jspecify.annotations.NullMarked;
