package dev.belfry.platform.outbox;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message that has been claimed in order to be sent.
 *
 * @param id what its receiver is told at every attempt
 * @param lane receivers that share a fate
 * @param claim fencing number: only the newest may close it
 * @param attempts this one included
 * @param createdMs when it was queued, milliseconds since 1970
 * @param alertId of an alert, else null
 * @param channelId the channel it goes to, null when it goes to a subscriber
 * @param updateId the incident update it tells of, else null
 * @param subscriptionId the subscriber it goes to, null when it goes to a channel
 */
public record Delivery(
    UUID id,
    UUID accountId,
    Kind kind,
    String lane,
    long claim,
    int attempts,
    long createdMs,
    @Nullable UUID alertId,
    @Nullable Long channelId,
    @Nullable UUID updateId,
    @Nullable UUID subscriptionId) {
  /** What it is about. */
  public enum Kind {
    ALERT,
    TEST,
    UPDATE,
    CONFIRMATION
  }
}
