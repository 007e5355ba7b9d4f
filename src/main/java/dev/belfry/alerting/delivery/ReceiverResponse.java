package dev.belfry.alerting.delivery;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a receiver answered.
 *
 * @param text the beginning of the body
 * @param after what it asked for with Retry-After, else null
 */
record ReceiverResponse(int status, String text, @Nullable Duration after) {}
