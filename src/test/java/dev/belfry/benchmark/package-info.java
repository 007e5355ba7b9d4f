/**
 * What the load harness in {@code src/test/load} runs, and benchmarks of the hot pure parts. Start
 * at {@link dev.belfry.benchmark.Seeder}. May import everything.
 */
@NullMarked
package dev.belfry.benchmark;

import org.jspecify.annotations.NullMarked;
