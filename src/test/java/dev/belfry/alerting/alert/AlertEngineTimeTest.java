package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said by the clock, and what is held back. See {@link AlertStrip}. */
class AlertEngineTimeTest {
  private static void plays(String strip) {
    assertThat(AlertStrip.play(strip)).isEqualTo(strip);
  }

  @DisplayName("Spec, AlertSettings object: timeBasedEscalation.minutesFailingThreshold")
  @ParameterizedTest
  @CsvSource({
    "5, F, FAILURE", "10, F, FAILURE", "15, F, FAILURE", "30, F, FAILURE",
    "5, D, DEGRADED", "10, D, DEGRADED", "15, D, DEGRADED", "30, D, DEGRADED",
  })
  void theClockEscalatesWithoutAnotherRun(int minutes, String run, String alert) {
    plays(
        """
        00:00 minutes=%1$d
        01:30 %2$s
        %3$02d:29 .
        %3$02d:30 . %4$s
        58:00 .
        """
            .formatted(minutes, run, minutes + 1, alert));
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 10, 15, 30})
  void aPassBeforeTheTimeIsUpBeginsAnew(int minutes) {
    plays(
        """
        00:00 minutes=%1$d
        01:00 F
        %1$02d:59 P
        40:00 F
        41:00 F
        %2$d:59 .
        %3$d:00 . FAILURE
        80:00 P RECOVERY
        """
            .formatted(minutes, 39 + minutes, 40 + minutes));
  }

  @Test
  void aRunThatComesBeforeALateClockEscalates() {
    plays(
        """
        00:00 minutes=5,clock=off
        01:00 F
        05:59 F
        06:00 F FAILURE
        06:01 .
        07:00 P RECOVERY
        """);
  }

  @Test
  void eachLevelHasItsOwnTime() {
    plays(
        """
        00:00 minutes=5
        01:00 D
        04:00 F
        06:00 . DEGRADED
        09:00 . DEGRADED_FAILURE
        10:00 D FAILURE_DEGRADED
        11:00 F
        16:00 . DEGRADED_FAILURE
        17:00 P RECOVERY
        """);
  }

  @Test
  void observerFaultsDoNotEndATimeOfFailing() {
    plays(
        """
        00:00 minutes=10
        01:00 F
        02:00 O
        03:00 M
        11:00 . FAILURE
        12:00 O
        13:00 P RECOVERY
        """);
  }

  @Test
  void theKindOfEscalationMayChangeWhileFailing() {
    plays(
        """
        00:00 minutes=10
        01:00 F
        02:00 F
        02:30 runs=3
        03:00 F FAILURE
        03:30 minutes=30
        04:00 P RECOVERY
        05:00 F
        05:30 runs=5
        06:00 F
        06:30 minutes=5
        07:00 F
        10:00 . FAILURE
        11:00 P RECOVERY
        """);
  }

  @DisplayName("Spec, AlertSettings object: reminders.amount and reminders.interval")
  @ParameterizedTest
  @CsvSource({
    "0, 1, 0",
    "1, 1, 1",
    "2, 5, 2",
    "3, 2, 3",
    "4, 3, 4",
    "5, 4, 5",
    "5, 10, 5",
    "5, 15, 3",
    "5, 30, 1",
    "100000, 1, 58",
    "100000, 15, 3",
  })
  void remindsSoOften(int amount, int interval, int expected) {
    for (String run : List.of("F FAILURE", "D DEGRADED")) {
      List<String> strip =
          new ArrayList<>(
              List.of("00:00 amount=" + amount + ",interval=" + interval, "01:00 " + run));
      for (int i = 1; i <= expected; i++) {
        strip.add("%02d:00 . %s_REMAIN %d".formatted(1 + i * interval, run.substring(2), i));
      }
      strip.add("59:30 .");
      strip.add("60:00 P " + ("F FAILURE".equals(run) ? "RECOVERY" : "DEGRADED_RECOVERY"));
      strip.add("90:00 .");
      plays(String.join("\n", strip) + "\n");
    }
  }

  @Test
  void remindersAreCountedForEachLevel() {
    plays(
        """
        00:00 amount=2,interval=5
        01:00 F FAILURE
        06:00 . FAILURE_REMAIN 1
        07:00 F
        08:00 D FAILURE_DEGRADED
        13:00 . DEGRADED_REMAIN 1
        18:00 . DEGRADED_REMAIN 2
        24:00 D
        25:00 F DEGRADED_FAILURE
        30:00 . FAILURE_REMAIN 1
        35:00 . FAILURE_REMAIN 2
        59:00 .
        60:00 P RECOVERY
        """);
  }

  @Test
  void aLateClockRemindsOnce() {
    plays(
        """
        00:00 amount=100000,interval=5,clock=off
        01:00 F FAILURE
        05:59 .
        06:00 . FAILURE_REMAIN 1
        06:01 .
        40:00 . FAILURE_REMAIN 2
        40:01 .
        44:59 .
        45:00 . FAILURE_REMAIN 3
        50:30 P RECOVERY
        51:00 .
        """);
  }

  @Test
  void whatIsWorseComesBeforeAReminder() {
    plays(
        """
        00:00 minutes=5,amount=5,interval=4,clock=off
        01:00 D
        05:30 F
        06:00 . DEGRADED
        11:00 . DEGRADED_FAILURE
        11:01 .
        15:00 . FAILURE_REMAIN 1
        """);
  }

  @Test
  void changedRemindersApplyFromTheNextRunOrReminderOn() {
    plays(
        """
        00:00 amount=2,interval=5
        01:00 F FAILURE
        06:00 . FAILURE_REMAIN 1
        07:00 interval=10
        16:00 . FAILURE_REMAIN 2
        20:00 amount=3,interval=1
        21:00 F
        21:00 . FAILURE_REMAIN 3
        30:00 amount=0
        40:00 F
        50:00 amount=100000,interval=30
        50:30 F
        51:00 . FAILURE_REMAIN 4
        """);
  }

  @Test
  void maintenanceHoldsAlertsBackButNotRecoveries() {
    plays(
        """
        00:00 amount=100000,interval=15
        01:00 F FAILURE
        02:00 held=yes
        20:00 F
        21:00 P RECOVERY
        22:00 F
        23:00 D
        24:00 P
        25:00 F
        25:30 held=no
        25:40 F FAILURE
        27:00 held=yes
        28:00 D
        28:30 held=no
        28:40 D FAILURE_DEGRADED
        30:00 P DEGRADED_RECOVERY
        """);
  }

  @Test
  void whatWasHeldBackIsSaidWithinAMinuteAfterMaintenance() {
    plays(
        """
        00:00 held=yes
        01:00 F
        20:30 held=no
        21:00 . FAILURE
        22:00 held=yes
        23:00 D
        23:30 held=no
        24:00 . FAILURE_DEGRADED
        24:30 minutes=10,held=yes
        25:00 F
        34:59 held=no
        35:00 . DEGRADED_FAILURE
        36:00 P RECOVERY
        """);
  }

  @Test
  void noRemindersInMaintenanceAndOneSoonAfter() {
    plays(
        """
        00:00 amount=5,interval=5
        01:00 F FAILURE
        02:00 held=yes
        30:30 .
        30:40 held=no
        31:00 . FAILURE_REMAIN 1
        36:00 . FAILURE_REMAIN 2
        """);
  }

  @Test
  void aPausedCheckSaysNothingButThatItIsWell() {
    plays(
        """
        00:00 amount=100000,interval=5
        01:00 F FAILURE
        06:00 . FAILURE_REMAIN 1
        07:00 paused=yes
        07:10 F
        60:00 .
        60:30 paused=no
        61:00 P RECOVERY
        62:00 paused=yes
        62:10 F
        70:00 .
        71:00 paused=no
        72:00 F FAILURE
        73:00 paused=yes
        74:00 P RECOVERY
        """);
  }
}
