package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.channel.QuietHours;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which alerts a channel receives, by its settings. */
class SubscribedChannelTest {
  private static SubscribedChannel channel(boolean failure, boolean degraded, boolean recovery) {
    return new SubscribedChannel(
        new UUID(0, 1), 7, failure, degraded, recovery, 0, QuietHours.NONE, false, null, false);
  }

  /** F, D and R: received with sendFailure, sendDegraded and sendRecovery alone. */
  @ParameterizedTest
  @CsvSource({
    "ALERT_FAILURE, F, F",
    "ALERT_FAILURE_REMAIN, F, F",
    "ALERT_DEGRADED_FAILURE, F, F",
    "ALERT_DEGRADED, D, D",
    "ALERT_DEGRADED_REMAIN, D, D",
    "ALERT_FAILURE_DEGRADED, D, D",
    "ALERT_RECOVERY, R, ''",
    "ALERT_DEGRADED_RECOVERY, R, ''",
    "NO_ALERT, '', ''",
    "ALERT_SSL, '', ''",
  })
  void receivesWhatItAsksFor(AlertType type, String toldBefore, String untold) {
    assertThat(receivers(type, true)).isEqualTo(toldBefore);
    assertThat(receivers(type, false)).isEqualTo(untold);
  }

  private static String receivers(AlertType type, boolean toldBefore) {
    return (channel(true, false, false).receives(type, toldBefore) ? "F" : "")
        + (channel(false, true, false).receives(type, toldBefore) ? "D" : "")
        + (channel(false, false, true).receives(type, toldBefore) ? "R" : "");
  }
}
