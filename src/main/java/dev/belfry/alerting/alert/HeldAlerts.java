package dev.belfry.alerting.alert;

import dev.belfry.monitoring.channel.QuietHours;
import java.util.OptionalLong;

/** Decides how long an alert to a channel waits for the end of the channel's quiet hours. */
final class HeldAlerts {
  /** Recoveries of the evening go before problems of the night. */
  private static final long AFTER_RECOVERIES_MILLIS = 1_000;

  private HeldAlerts() {}

  /**
   * When an alert is due that waits, milliseconds since 1970; empty for one that does not.
   *
   * @param now milliseconds since 1970
   */
  static OptionalLong until(QuietHours hours, AlertType type, long now) {
    if (hours.isEmpty()) {
      return OptionalLong.empty();
    }
    OptionalLong end = hours.endAt(now, level(type));
    return end.isEmpty() || type.isRecovery()
        ? end
        : OptionalLong.of(end.getAsLong() + AFTER_RECOVERIES_MILLIS);
  }

  private static QuietHours.Level level(AlertType type) {
    return switch (type) {
      case ALERT_FAILURE, ALERT_FAILURE_REMAIN, ALERT_DEGRADED_FAILURE, ALERT_RECOVERY ->
          QuietHours.Level.FAILED;
      case NO_ALERT,
          ALERT_DEGRADED,
          ALERT_DEGRADED_REMAIN,
          ALERT_FAILURE_DEGRADED,
          ALERT_DEGRADED_RECOVERY,
          ALERT_SSL ->
          QuietHours.Level.DEGRADED;
    };
  }
}
