/**
 * Sends messages to channels and tells what became of them. Start at {@link
 * dev.belfry.notify.Courier} and, for the API, {@link dev.belfry.notify.NotificationOperations}.
 * May import kernels, alert, channel, mail, statuspage, template and variable.
 */
@NullMarked
package dev.belfry.notify;

import org.jspecify.annotations.NullMarked;
