package dev.belfry.platform.cluster;

/**
 * A shard that was claimed.
 *
 * @param watermark every run up to here is accounted for, milliseconds since 1970
 * @param lost whether the owner before was lost, rather than having given the shard up
 * @param covered whether this instance probes from the location; otherwise it only accounts for the
 *     runs, because nobody covers it
 */
public record ShardClaim(ShardKey key, long watermark, boolean lost, boolean covered) {}
