/**
 * Results on the workers of a Citus cluster: distributes the tables of results.
 *
 * <p>Start at {@link dev.belfry.engine.result.distribution.ResultDistribution}.
 *
 * <p>Uses: no other package of Belfry.
 */
@NullMarked
package dev.belfry.engine.result.distribution;

import org.jspecify.annotations.NullMarked;
