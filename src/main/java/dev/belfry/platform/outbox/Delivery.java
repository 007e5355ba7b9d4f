package dev.belfry.platform.outbox;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message that this instance has claimed in order to send it.
 *
 * @param id the same at every attempt, so that the receiver can deduplicate
 * @param lane names the receivers that succeed or fail together
 * @param claim fencing number; only the newest claim may close the message
 * @param attempts this one included
 * @param createdMs when it was queued, milliseconds since 1970
 * @param alertId of an alert, else null
 * @param channelId the channel it goes to, null when it goes to a subscriber or a person
 * @param updateId the incident update it is about, else null
 * @param subscriptionId the subscriber it goes to, else null
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
  /** The kind of event that a message is about. */
  public enum Kind {
    ALERT,
    TEST,
    CHANNEL_FAILURE,
    CHANNEL_RECOVERY,
    GROUP,
    OBJECTIVE_ALERT,
    OBJECTIVE_RECOVERY,
    OBJECTIVE_REPORT,
    ALERT_ACTION,
    UPDATE,
    CONFIRMATION,
    DIGEST,
    INVITATION,
    PHONE_CODE
  }

  /** Whether it goes to an alert channel, not to a subscriber of a status page or a person. */
  boolean isToChannel() {
    return switch (kind) {
      case ALERT,
          TEST,
          CHANNEL_FAILURE,
          CHANNEL_RECOVERY,
          GROUP,
          OBJECTIVE_ALERT,
          OBJECTIVE_RECOVERY,
          OBJECTIVE_REPORT,
          ALERT_ACTION ->
          true;
      case UPDATE, CONFIRMATION, DIGEST, INVITATION, PHONE_CODE -> false;
    };
  }
}
