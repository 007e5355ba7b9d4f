package dev.belfry.platform.cluster;

/**
 * A shard that this instance has claimed.
 *
 * @param watermark every run up to here is accounted for, milliseconds since 1970
 * @param lost whether the previous owner was fenced rather than handing the shard over
 * @param covered whether this instance probes from the location; otherwise no instance does, and it
 *     records the runs as missed
 */
public record ShardClaim(ShardKey key, long watermark, boolean lost, boolean covered) {}
