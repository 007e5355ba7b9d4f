package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said after how many runs. See {@link AlertStrip}. */
class AlertEngineTest {
  private static void plays(String strip) {
    assertThat(AlertStrip.play(strip)).isEqualTo(strip);
  }

  @DisplayName("Spec, AlertSettings object: runBasedEscalation.failedRunThreshold")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void failedRunsEscalateAtTheThreshold(int threshold) {
    List<String> strip = new ArrayList<>(List.of("00:00 runs=" + threshold));
    for (int run = 1; run <= 7; run++) {
      strip.add("0" + run + ":00 F" + (run == threshold ? " FAILURE" : ""));
    }
    strip.add("08:00 P RECOVERY");
    strip.add("09:00 P");
    plays(String.join("\n", strip) + "\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void degradedRunsEscalateAtTheSameThreshold(int threshold) {
    List<String> strip = new ArrayList<>(List.of("00:00 runs=" + threshold));
    for (int run = 1; run <= 7; run++) {
      strip.add("0" + run + ":00 D" + (run == threshold ? " DEGRADED" : ""));
    }
    strip.add("08:00 P DEGRADED_RECOVERY");
    plays(String.join("\n", strip) + "\n");
  }

  /** f and d: the first alert, U and L: the upper and the lower level, r and s: recovered. */
  @DisplayName("Wire contract 1.7: every transition")
  @ParameterizedTest(name = "threshold {0}: {1} tells {2}")
  @CsvSource({
    "1, FFFPP, f--r-",
    "1, FPFPF, frfrf",
    "1, DDDPP, d--s-",
    "1, DFP, dUr",
    "1, FDP, fLs",
    "1, FDFDP, fLULs",
    "1, DFDFP, dULUr",
    "1, PPPP, ----",
    "2, FPFPF, -----",
    "2, FFPFFP, -fr-fr",
    "2, DPDD, ---d",
    "2, DFP, -ds",
    "2, DDFFP, -d-Ur",
    "2, DDFDFFDP, -d---ULs",
    "2, FFDP, -fLs",
    "2, FFDFP, -fL-s",
    "2, FFDFFP, -fL-Ur",
    "3, FFDFF, --d--",
    "3, FFDFFF, --d--U",
    "3, FDFDFD, --d---",
    "3, DDFP, --ds",
    "3, FFPFFF, -----f",
    "3, FFFDPFFF, --fLs--f",
    "5, FFFFPFFFFF, ---------f",
    "5, DFDFDFFFFF, ----d----U",
  })
  void eachRunTells(int threshold, String runs, String told) {
    List<String> strip = new ArrayList<>(List.of("00:00 runs=" + threshold));
    for (int i = 0; i < runs.length(); i++) {
      strip.add("%02d:00 %s%s".formatted(i + 1, runs.charAt(i), alert(told.charAt(i))));
    }
    plays(String.join("\n", strip) + "\n");
  }

  private static String alert(char letter) {
    return switch (letter) {
      case '-' -> "";
      case 'f' -> " FAILURE";
      case 'd' -> " DEGRADED";
      case 'U' -> " DEGRADED_FAILURE";
      case 'L' -> " FAILURE_DEGRADED";
      case 'r' -> " RECOVERY";
      case 's' -> " DEGRADED_RECOVERY";
      default -> throw new IllegalArgumentException(String.valueOf(letter));
    };
  }

  @Test
  void observerFaultsAndMissedRunsAreNeitherFailureNorSuccess() {
    plays(
        """
        00:00 runs=3
        01:00 F
        02:00 O
        03:00 F
        04:00 M
        05:00 O
        06:00 F FAILURE
        07:00 O
        08:00 M
        09:00 F
        10:00 P RECOVERY
        11:00 O
        12:00 M
        """);
  }

  @Test
  void aCheckThatIsWellLeavesNothingBehind() {
    assertThat(AlertStrip.end("01:00 P\n02:00 O\n03:00 M\n")).isEqualTo(AlertState.WELL);
    assertThat(AlertStrip.end("00:00 runs=5\n01:00 F\n02:00 D\n03:00 P\n"))
        .isEqualTo(AlertState.WELL);
    assertThat(AlertStrip.end("01:00 F\n02:00 D\n03:00 P\n")).isEqualTo(AlertState.WELL);
  }

  @Test
  void anEpisodeLastsFromTheFirstAlertToTheRecovery() {
    String strip = "00:00 runs=2\n01:00 F\n";
    assertThat(AlertStrip.end(strip).episode()).as("nothing told yet").isNull();
    strip += "02:00 F\n";
    assertThat(AlertStrip.end(strip).episode()).isNotNull();
    assertThat(AlertStrip.end(strip + "03:00 D\n04:00 F\n05:00 F\n").episode())
        .as("through all levels")
        .isEqualTo(AlertStrip.end(strip).episode());
    assertThat(AlertStrip.end(strip + "03:00 P\n").episode()).isNull();
    assertThat(AlertStrip.end(strip + "03:00 P\n04:00 F\n05:00 F\n").episode())
        .as("the next one")
        .isNotNull()
        .isNotEqualTo(AlertStrip.end(strip).episode());
  }

  /** The slot of a run is when it was scheduled; what counts is when it was decided. */
  @Test
  void aRetryThatEndsLateIsTheNewestNews() {
    plays(
        """
        00:00 runs=2
        01:00 F
        02:00 P
        03:00 F/00:30
        04:00 F/01:30 FAILURE
        05:00 P/02:30 RECOVERY
        06:00 F/02:00
        """);
  }

  @Test
  void aChangedThresholdCountsFromTheNextRunOn() {
    plays(
        """
        00:00 runs=5
        01:00 F
        02:00 F
        02:30 runs=3
        03:00 F FAILURE
        03:30 runs=5
        04:00 F
        05:00 D FAILURE_DEGRADED
        06:00 F
        06:30 runs=2
        07:00 F DEGRADED_FAILURE
        08:00 P RECOVERY
        """);
  }

  @Test
  void flappingNeverSkipsARecovery() {
    StringBuilder strip = new StringBuilder("00:00 runs=1\n");
    for (int minute = 1; minute < 60; minute += 2) {
      strip.append("%02d:00 F FAILURE\n%02d:30 P RECOVERY\n".formatted(minute, minute));
    }
    plays(strip.toString());
  }
}
