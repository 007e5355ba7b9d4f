package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each type of alert is. */
class AlertTypeTest {
  /** r: it ends the episode, p: a problem goes on, s: a sequel, m: a reminder, f: a failure. */
  @ParameterizedTest
  @CsvSource({
    "NO_ALERT, ''",
    "ALERT_FAILURE, pf",
    "ALERT_FAILURE_REMAIN, pm",
    "ALERT_FAILURE_DEGRADED, ps",
    "ALERT_RECOVERY, rs",
    "ALERT_DEGRADED, p",
    "ALERT_DEGRADED_REMAIN, pm",
    "ALERT_DEGRADED_FAILURE, psf",
    "ALERT_DEGRADED_RECOVERY, rs",
    "ALERT_SSL, ''",
  })
  void isWhatItTells(AlertType type, String is) {
    assertThat(
            (type.isRecovery() ? "r" : "")
                + (type.isProblem() ? "p" : "")
                + (type.isSequel() ? "s" : "")
                + (type.isReminder() ? "m" : "")
                + (type.isFailure() ? "f" : ""))
        .isEqualTo(is);
  }
}
