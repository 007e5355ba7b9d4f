/**
 * Sends messages to channels and tells what became of them. Start at {@link
 * dev.belfry.alerting.delivery.DeliveryVerticle} and, for the API, {@link
 * dev.belfry.alerting.delivery.NotificationOperations}. May import kernels, alert, channel, mail,
 * statuspage, template and variable.
 */
@NullMarked
package dev.belfry.alerting.delivery;

import org.jspecify.annotations.NullMarked;
