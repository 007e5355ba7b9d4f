/**
 * Live instances and the shards each of them owns. Postgres is their only shared state.
 *
 * <p>Start at {@link dev.belfry.platform.cluster.Cluster}.
 *
 * <p>Uses: {@code platform.config}, {@code platform.db}.
 */
@NullMarked
package dev.belfry.platform.cluster;

import org.jspecify.annotations.NullMarked;
