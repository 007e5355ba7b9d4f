/**
 * Runs of monitors: when, with which retries, what came of them. Start at {@link
 * dev.belfry.engine.run.EngineVerticle}. May import the kernels, {@code check}, {@code probe},
 * {@code result} and {@code alert}.
 */
@NullMarked
package dev.belfry.engine.run;

import org.jspecify.annotations.NullMarked;
