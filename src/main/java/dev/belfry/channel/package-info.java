/**
 * Alert channels and what subscribes to them. Start at {@link
 * dev.belfry.channel.ChannelOperations}; other features use {@link
 * dev.belfry.channel.Subscriptions}. May import the kernels and {@code check}.
 */
@NullMarked
package dev.belfry.channel;

import org.jspecify.annotations.NullMarked;
