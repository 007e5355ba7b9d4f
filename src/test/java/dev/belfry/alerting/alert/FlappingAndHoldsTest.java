package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Flapping beside what else delays or stops alerts: reminders, stages, people, maintenance and
 * parents. See {@link AlertStrip}; with eleven runs and 30 and 19 percent, a check flaps from three
 * changes on and has settled with one.
 */
class FlappingAndHoldsTest {
  private static void plays(String strip) {
    assertThat(AlertStrip.play(strip)).isEqualTo(strip);
  }

  @Test
  void remindersGoOnWhileItFlaps() {
    plays(
        """
        00:00 flaps=11x30x19,amount=2,interval=5
        01:00 F FAILURE
        02:00 P RECOVERY
        03:00 F FAILURE ~
        04:00 P
        08:00 . FAILURE_REMAIN ~ 1
        09:00 F
        13:00 . FAILURE_REMAIN ~ 2
        20:00 .
        """);
  }

  @Test
  void anAcknowledgementStopsThemAndTheEndIsToldAllTheSame() {
    plays(
        """
        00:00 flaps=5x75x19,amount=5,interval=5,stages=10
        01:00 F FAILURE
        02:00 P RECOVERY
        03:00 F FAILURE ~
        04:00 ack
        05:00 P
        15:00 F
        16:00 P
        17:00 P
        18:00 P
        19:00 P
        20:00 P RECOVERY !
        """);
  }

  @Test
  void stagesGoOnFromTheFirstAlertOfTheEpisode() {
    plays(
        """
        00:00 flaps=5x100x19,stages=5x10
        01:00 F FAILURE
        02:00 P RECOVERY
        03:00 F FAILURE
        04:00 P FAILURE ~
        05:00 F
        08:00 . FAILURE +5 ~
        09:00 P
        13:00 . FAILURE +10 ~
        """);
  }

  @Test
  void aSnoozeHoldsTheFlappingButNotTheRecovery() {
    plays(
        """
        00:00 flaps=5x75x19
        01:00 F FAILURE
        02:00 snooze/10:00
        03:00 P RECOVERY
        04:00 F FAILURE ~
        05:00 snooze/20:00
        06:00 F
        07:00 F
        08:00 F
        09:00 F
        10:00 F
        20:00 . FAILURE !
        """);
  }

  @Test
  void maintenanceHoldsTheFlappingUntilItEnds() {
    plays(
        """
        00:00 flaps=11x30x19
        01:00 held=yes
        02:00 F
        03:00 P
        04:00 F
        05:00 P
        06:00 held=no
        06:00 . FAILURE ~
        """);
  }

  @Test
  void flappingThatBeginsAndEndsInMaintenanceIsNotTold() {
    plays(
        """
        00:00 flaps=5x75x19
        01:00 held=yes
        02:00 F
        03:00 P
        04:00 F
        05:00 P
        06:00 P
        07:00 P
        08:00 P
        09:00 P
        10:00 held=no
        12:00 .
        13:00 F FAILURE
        """);
  }

  @Test
  void flappingIsHeldOnceBehindAParent() {
    plays(
        """
        00:00 flaps=11x30x19,parent=fails,wait=1,grace=3
        01:00 F HELD_FAILURE
        02:00 P
        03:00 F HELD_FAILURE ~
        04:00 P
        05:00 F
        06:00 P
        20:00 .
        """);
  }

  @Test
  void flappingBehindAParentEndsUntoldWhenTheRunsPassAfterTheHold() {
    plays(
        """
        00:00 flaps=5x75x19,parent=fails,wait=1,grace=3
        01:00 F HELD_FAILURE
        02:00 P
        03:00 F HELD_FAILURE ~
        04:00 P
        05:00 parent=well
        06:00 P
        07:00 P
        08:00 P
        09:00 P
        15:00 .
        """);
  }

  @Test
  void theClockDoesNotTellOfFlappingWhileTheRunsPassAfterAHold() {
    plays(
        """
        00:00 flaps=5x75x19,parent=fails,wait=1,grace=1
        01:00 F HELD_FAILURE
        02:00 P
        03:00 F HELD_FAILURE ~
        04:00 P
        05:00 parent=well
        06:00 P
        07:30 P
        09:00 P
        15:00 .
        """);
  }

  @Test
  void theLevelDoesNotFallWhenFlappingIsToldLate() {
    plays(
        """
        00:00 flaps=5x50x19
        01:00 F FAILURE
        02:00 snooze/20:00
        03:00 P
        04:00 D
        05:00 P
        06:00 D
        07:00 P
        08:00 D
        20:00 . FAILURE ~
        """);
  }

  @Test
  void flappingGoesOnAfterAHoldIsToldByTheNextBadRun() {
    plays(
        """
        00:00 flaps=5x75x19,parent=fails,wait=1,grace=3
        01:00 F HELD_FAILURE
        02:00 P
        03:00 F HELD_FAILURE ~
        04:00 P
        05:00 parent=well
        06:00 P
        07:00 F FAILURE ~
        08:00 P
        """);
  }

  @Test
  void aCheckThatFlapsFirstWaitsForItsParentFromTheBeginningOfTheFlapping() {
    plays(
        """
        00:00 flaps=5x75x19,wait=2,grace=3
        01:00 F
        02:00 P
        03:00 F
        04:00 P
        05:00 . FAILURE ~
        """);
  }

  @Test
  void aCheckThatSettlesWhileAParentFailsIsHeld() {
    plays(
        """
        00:00 flaps=5x75x19,wait=0,grace=3
        01:00 F FAILURE
        02:00 P RECOVERY
        03:00 F FAILURE ~
        04:00 parent=fails
        05:00 F
        06:00 F
        07:00 F
        08:00 F HELD_FAILURE !
        09:00 parent=well
        10:00 F FAILURE !
        11:00 P RECOVERY
        """);
  }

  @Test
  void theSettingThatIsTakenAwayEndsTheFlappingWithTheNextRun() {
    plays(
        """
        00:00 flaps=5x75x19
        01:00 F FAILURE
        02:00 P RECOVERY
        03:00 F FAILURE ~
        04:00 flaps=off
        05:00 F FAILURE !
        06:00 P RECOVERY
        07:00 F FAILURE
        """);
  }

  @Test
  void aLowerThresholdBeginsNothingWithoutAChange() {
    plays(
        """
        00:00 flaps=11x100x19
        01:00 F FAILURE
        02:00 P RECOVERY
        03:00 F FAILURE
        04:00 flaps=11x20x19
        05:00 F
        06:00 P FAILURE ~
        """);
  }

  @Test
  void aPausedCheckIsSilentWhileItFlaps() {
    plays(
        """
        00:00 flaps=11x30x19,amount=5,interval=5
        01:00 F FAILURE
        02:00 P RECOVERY
        03:00 F FAILURE ~
        04:00 paused=yes
        20:00 .
        """);
  }
}
