/**
 * Push messages to the browsers of persons (RFC 8030): the devices they have registered, the key of
 * the installation, and the encryption of messages. It sends nothing itself.
 *
 * <p>Start at {@link dev.belfry.alerting.push.DeviceOperations} and {@link
 * dev.belfry.alerting.push.PushDevices}.
 *
 * <p>Uses: {@code api.http}, {@code monitoring.channel}, {@code platform.config}, {@code
 * platform.db}, {@code platform.error}, {@code platform.guard}, {@code platform.seal}.
 */
@NullMarked
package dev.belfry.alerting.push;

import org.jspecify.annotations.NullMarked;
