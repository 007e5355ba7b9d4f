package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.channel.QuietHours;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long an alert waits for the end of quiet hours. */
class HeldAlertsTest {
  private static final long HOUR = 3_600_000;

  /** From midnight to one, for the levels. */
  private static QuietHours night(String level) {
    return QuietHours.stored(
        "[{\"timeZone\":\"UTC\",\"levels\":[\"%s\"],\"from\":\"00:00\",\"to\":\"01:00\"}]"
            .formatted(level));
  }

  @ParameterizedTest
  @CsvSource({
    "ALERT_FAILURE, FAILED, 1000",
    "ALERT_FAILURE_REMAIN, FAILED, 1000",
    "ALERT_DEGRADED_FAILURE, FAILED, 1000",
    "ALERT_RECOVERY, FAILED, 0",
    "ALERT_DEGRADED, DEGRADED, 1000",
    "ALERT_DEGRADED_REMAIN, DEGRADED, 1000",
    "ALERT_FAILURE_DEGRADED, DEGRADED, 1000",
    "ALERT_DEGRADED_RECOVERY, DEGRADED, 0",
    "ALERT_SSL, DEGRADED, 1000",
  })
  void recoveriesGoBeforeProblems(AlertType type, String level, long after) {
    assertThat(HeldAlerts.until(night(level), type, 60_000)).hasValue(HOUR + after);
    String other = level.equals("FAILED") ? "DEGRADED" : "FAILED";
    assertThat(HeldAlerts.until(night(other), type, 60_000)).isEqualTo(OptionalLong.empty());
  }

  @Test
  void nothingWaitsAtOtherTimes() {
    assertThat(HeldAlerts.until(night("FAILED"), AlertType.ALERT_FAILURE, HOUR)).isEmpty();
    assertThat(HeldAlerts.until(QuietHours.NONE, AlertType.ALERT_FAILURE, 0)).isEmpty();
  }
}
