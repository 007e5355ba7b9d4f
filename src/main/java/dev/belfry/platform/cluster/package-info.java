/**
 * The running instances of the service and which shard belongs to which of them, with nothing but
 * the database between them. Start at {@link dev.belfry.platform.cluster.Cluster}. May import
 * {@code db}.
 */
@NullMarked
package dev.belfry.platform.cluster;

import org.jspecify.annotations.NullMarked;
