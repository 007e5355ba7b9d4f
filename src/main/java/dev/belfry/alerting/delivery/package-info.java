/**
 * Sends queued messages to alert channels and reports what became of them.
 *
 * <p>Start at {@link dev.belfry.alerting.delivery.DeliveryVerticle} and {@link
 * dev.belfry.alerting.delivery.NotificationOperations}.
 *
 * <p>Uses: {@code alerting.alert}, {@code alerting.grouping}, {@code alerting.mail}, {@code
 * alerting.mail.smtp}, {@code alerting.phone}, {@code alerting.push}, {@code api.auth}, {@code
 * api.http}, {@code monitoring.channel}, {@code monitoring.channel.webhook}, {@code
 * monitoring.check}, {@code monitoring.variable}, {@code platform.cluster}, {@code
 * platform.config}, {@code platform.db}, {@code platform.error}, {@code platform.guard}, {@code
 * platform.outbox}, {@code platform.seal}, {@code platform.template}, {@code platform.trace},
 * {@code statuspages.subscription}.
 */
@NullMarked
package dev.belfry.alerting.delivery;

import org.jspecify.annotations.NullMarked;
