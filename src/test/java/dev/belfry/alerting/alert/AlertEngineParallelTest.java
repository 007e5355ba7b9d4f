package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.EscalationType;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts as a run when a check runs at several locations at once. See {@link AlertStrip}. */
class AlertEngineParallelTest {
  private static void plays(String strip) {
    assertThat(AlertStrip.play(strip)).isEqualTo(strip);
  }

  /** Locations fail one after the other; the alert comes with the one that makes it enough. */
  @DisplayName("Spec, AlertSettings object: parallelRunFailureThreshold.percentage")
  @ParameterizedTest(name = "{0} percent of {1} locations are {2}")
  @CsvSource({
    "10, 1, 1",
    "100, 1, 1",
    "10, 2, 1",
    "50, 2, 1",
    "60, 2, 2",
    "100, 2, 2",
    "10, 3, 1",
    "20, 3, 1",
    "30, 3, 1",
    "40, 3, 2",
    "50, 3, 2",
    "60, 3, 2",
    "70, 3, 3",
    "80, 3, 3",
    "90, 3, 3",
    "100, 3, 3",
    "10, 5, 1",
    "20, 5, 1",
    "30, 5, 2",
    "40, 5, 2",
    "50, 5, 3",
    "60, 5, 3",
    "70, 5, 4",
    "80, 5, 4",
    "90, 5, 5",
    "100, 5, 5",
    "10, 10, 1",
    "20, 10, 2",
    "30, 10, 3",
    "40, 10, 4",
    "50, 10, 5",
    "60, 10, 6",
    "70, 10, 7",
    "80, 10, 8",
    "90, 10, 9",
    "100, 10, 10",
    "10, 22, 3",
    "30, 22, 7",
    "90, 22, 20",
  })
  void soManyLocationsHaveToFail(int percent, int locations, int enough) {
    StringBuilder strip =
        new StringBuilder("00:00 percent=%d,locations=%d\n".formatted(percent, locations));
    for (int i = 1; i <= locations; i++) {
      strip.append(
          "01:%02d %c:F/01:00%s\n".formatted(i, 'a' + i - 1, i == enough ? " FAILURE" : ""));
    }
    plays(strip.toString());
  }

  @Test
  void withoutAThresholdOneIsEnough() {
    plays(
        """
        00:00 locations=3
        01:01 a:P/01:00
        01:02 b:F/01:00 FAILURE
        01:03 c:P/01:00
        02:01 a:P/02:00
        02:02 c:P/02:00
        02:03 b:P/02:00 RECOVERY
        """);
  }

  @DisplayName("What a run of three locations counts as, at 50 percent")
  @ParameterizedTest(name = "{0}{1}{2}: {3}")
  @CsvSource({
    "P, P, P, ''",
    "F, P, P, ''",
    "P, F, O, ''",
    "P, F, F, FAILURE",
    "P, P, D, DEGRADED",
    "P, F, D, DEGRADED",
    "O, F, D, DEGRADED",
    "O, M, D, DEGRADED",
    "F, D, F, FAILURE",
    "M, F, F, FAILURE",
    "O, M, F, FAILURE",
    "O, M, O, ''",
    "O, M, P, ''",
  })
  void theLastLocationDecides(String first, String second, String third, String alert) {
    plays(
        """
        00:00 percent=50,locations=3
        01:01 a:%s/01:00
        01:02 b:%s/01:00
        01:03 c:%s/01:00%s
        """
            .formatted(first, second, third, alert.isEmpty() ? "" : " " + alert));
  }

  @DisplayName("What ends an alert, at 50 percent of three locations")
  @ParameterizedTest(name = "{0}{1}{2}: {3}")
  @CsvSource({
    "P, P, P, RECOVERY",
    "F, P, P, RECOVERY",
    "O, M, P, RECOVERY",
    "P, F, O, RECOVERY",
    "P, D, F, FAILURE_DEGRADED",
    "O, M, O, ''",
    "F, F, P, ''",
    "O, M, F, ''",
  })
  void recoversOnceEnoughPass(String first, String second, String third, String alert) {
    plays(
        """
        00:00 percent=50,locations=3
        01:01 a:F/01:00
        01:02 b:F/01:00 FAILURE
        01:03 c:F/01:00
        02:01 a:%s/02:00
        02:02 b:%s/02:00
        02:03 c:%s/02:00%s
        """
            .formatted(first, second, third, alert.isEmpty() ? "" : " " + alert));
  }

  @Test
  void runsCountOnceWhateverComesOfThemLater() {
    plays(
        """
        00:00 runs=2,locations=3
        01:01 a:F/01:00
        01:02 b:F/01:00
        01:03 c:F/01:00
        02:01 a:F/02:00 FAILURE
        02:02 b:P/02:00
        03:01 a:P/03:00
        03:02 b:P/03:00
        03:03 c:P/03:00 RECOVERY
        03:04 c:F/02:00
        04:01 a:F/04:00
        """);
  }

  @Test
  void aRetryThatEndsLateDecidesItsSlotThen() {
    plays(
        """
        00:00 percent=100,locations=2
        01:01 a:F/01:00
        02:01 a:F/02:00
        02:02 b:F/02:00 FAILURE
        03:01 a:F/03:00
        04:01 a:F/04:00
        05:01 b:P/03:00 RECOVERY
        06:01 b:F/01:00 FAILURE
        07:01 b:P/04:00 RECOVERY
        """);
  }

  @Test
  void theNumberOfLocationsMayChangeWhileFailing() {
    plays(
        """
        00:00 percent=60,locations=3
        01:01 a:F/01:00
        01:02 b:F/01:00 FAILURE
        01:03 c:F/01:00
        02:01 a:P/02:00
        02:02 b:P/02:00
        02:30 locations=2
        03:01 a:P/03:00
        03:02 b:F/03:00 RECOVERY
        03:30 locations=4
        04:01 a:F/04:00
        04:02 b:F/04:00
        04:30 locations=1
        04:40 a:F FAILURE
        04:50 b:P RECOVERY
        05:00 c:F FAILURE
        """);
  }

  @ParameterizedTest
  @CsvSource({
    "true, 1, 1, 1",
    "true, 1, 20, 1",
    "true, 50, 3, 2",
    "true, 50, 4, 2",
    "true, 51, 2, 2",
    "true, 100, 20, 20",
    "true, 10, 11, 2",
    "true, 10, 10, 1",
    "true, 99, 100, 99",
    "true, 0, 3, 1",
    "false, 100, 3, 1",
  })
  void aShareOfTheLocationsMustFail(boolean enabled, int percent, int locations, int needed) {
    AlertSettings settings =
        new AlertSettings(
            EscalationType.RUN_BASED,
            AlertSettings.Reminders.DEFAULT,
            AlertSettings.RunBasedEscalation.DEFAULT,
            AlertSettings.TimeBasedEscalation.DEFAULT,
            new AlertSettings.ParallelRunFailureThreshold(enabled, percent),
            null);
    AlertPolicy policy =
        new AlertPolicy(
            settings,
            false,
            true,
            locations,
            List.of(),
            new ParentState(false, 0, Long.MAX_VALUE, 0));
    assertThat(SlotResults.needed(policy)).isEqualTo(needed);
  }

  @Test
  void aSlotThatStaysIncompleteIsForgotten() {
    String strip =
        """
        00:00 percent=50,locations=3
        01:01 a:F/01:00
        01:02 b:P/01:00
        """;
    plays(strip);
    assertThat(AlertStrip.end(strip).undecided()).containsExactly(60_000L);
    assertThat(AlertStrip.end(strip + "16:00 .\n").undecided()).isNotEmpty();
    assertThat(AlertStrip.end(strip + "16:01 .\n")).isEqualTo(AlertState.WELL);
  }

  @Test
  void theRestOfABadSlotIsLookedForSoon() {
    String strip = "00:00 percent=50,locations=3\n01:00 a:F\n";
    assertThat(AlertStrip.end(strip).due()).isEqualTo(63_000);
    assertThat(AlertStrip.end(strip + "01:03 .\n").due()).isEqualTo(66_000);
    assertThat(AlertStrip.end(strip + "01:06 .\n").due()).isEqualTo(72_000);
    assertThat(AlertStrip.end(strip + "14:00 .\n").due()).isEqualTo(960_000);
  }

  @Test
  void slotsInWhichAllPassSoFarNeedNotBeRemembered() {
    assertThat(AlertStrip.end("00:00 locations=3\n01:00 a:P\n")).isEqualTo(AlertState.WELL);
  }

  @Test
  void theNewestSlotsAreKept() {
    StringBuilder strip = new StringBuilder("00:00 percent=100,locations=2,clock=off\n");
    for (int i = 0; i < 100; i++) {
      strip.append("%02d:%02d a:F\n".formatted(i / 6, i % 6 * 10));
    }
    AlertState state = AlertStrip.end(strip.toString());
    assertThat(state.undecided()).hasSize(OpenSlots.MOST).startsWith(360_000L).endsWith(990_000L);
    plays(strip + "17:00 b:F/05:50\n17:01 a:F/00:10\n17:02 b:F/06:00 FAILURE\n");
  }
}
