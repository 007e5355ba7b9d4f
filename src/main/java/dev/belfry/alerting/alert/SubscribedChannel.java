package dev.belfry.alerting.alert;

import java.util.UUID;

/**
 * A channel that is subscribed to a check or its group, with the alert types that it receives
 * (specification, "Alert channel").
 *
 * @param channelId positive
 * @param afterMinutes delay of its alerts in an episode that nobody acknowledges, 0 for none
 * @param leaving whether another transaction is deleting it
 */
public record SubscribedChannel(
    UUID checkId,
    long channelId,
    boolean failure,
    boolean degraded,
    boolean recovery,
    int afterMinutes,
    boolean leaving) {

  /** Whether it receives alerts of this type; certificate alerts are decided elsewhere. */
  public boolean wants(AlertType type) {
    return switch (type) {
      case ALERT_FAILURE, ALERT_FAILURE_REMAIN, ALERT_DEGRADED_FAILURE -> failure;
      case ALERT_DEGRADED, ALERT_DEGRADED_REMAIN, ALERT_FAILURE_DEGRADED -> degraded;
      case ALERT_RECOVERY, ALERT_DEGRADED_RECOVERY -> recovery;
      case NO_ALERT, ALERT_SSL -> false;
    };
  }
}
