/**
 * Alert channels and what subscribes to them. Start at {@link
 * dev.belfry.monitoring.channel.ChannelOperations}; other features use {@link
 * dev.belfry.monitoring.channel.Subscriptions}. May import the kernels and {@code check}.
 */
@NullMarked
package dev.belfry.monitoring.channel;

import org.jspecify.annotations.NullMarked;
