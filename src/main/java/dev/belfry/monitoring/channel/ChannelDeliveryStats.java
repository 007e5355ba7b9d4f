package dev.belfry.monitoring.channel;

import org.jspecify.annotations.Nullable;

/**
 * Counts and times of the messages to a channel.
 *
 * @param deliveredMs when the newest was acknowledged, milliseconds since 1970; null = none
 * @param failedMs when the newest failure that was not made good happened; null = none
 * @param error what that was
 * @param waiting messages that are not delivered yet
 * @param dead messages that were given up
 */
record ChannelDeliveryStats(
    @Nullable Long deliveredMs,
    @Nullable Long failedMs,
    @Nullable String error,
    long waiting,
    long dead) {}
