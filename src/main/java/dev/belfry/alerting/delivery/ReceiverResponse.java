package dev.belfry.alerting.delivery;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The response of a receiver.
 *
 * @param text the beginning of the body
 * @param after delay of its Retry-After header, null without one
 */
record ReceiverResponse(int status, String text, @Nullable Duration after) {}
