/**
 * Alert channels and their subscriptions.
 *
 * <p>Start at {@link dev.belfry.monitoring.channel.ChannelOperations} and {@link
 * dev.belfry.monitoring.channel.Subscriptions}.
 *
 * <p>Uses: {@code api.auth}, {@code api.contract}, {@code api.http}, {@code api.resource}, {@code
 * monitoring.channel.webhook}, {@code monitoring.check}, {@code platform.config}, {@code
 * platform.db}, {@code platform.error}, {@code platform.seal}, {@code platform.template}.
 */
@NullMarked
package dev.belfry.monitoring.channel;

import org.jspecify.annotations.NullMarked;
