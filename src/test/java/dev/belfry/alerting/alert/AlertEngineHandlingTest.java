package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What people do about an alert, and channels that wait for it. See {@link AlertStrip}. */
class AlertEngineHandlingTest {
  private static void plays(String strip) {
    assertThat(AlertStrip.play(strip)).isEqualTo(strip);
  }

  @Test
  void anAcknowledgementStopsRemindersUntilTheRecovery() {
    plays(
        """
        00:00 amount=5,interval=5
        01:00 F FAILURE
        06:00 . FAILURE_REMAIN 1
        07:00 ack
        11:00 .
        30:00 F
        31:00 P RECOVERY
        32:00 F FAILURE
        37:00 . FAILURE_REMAIN 1
        """);
  }

  @Test
  void theShortestDelayIsAMinuteAndAWorseLevelBeginsWithItAgain() {
    plays(
        """
        00:00 stages=1
        01:00 D DEGRADED
        02:00 . DEGRADED +1
        03:00 F DEGRADED_FAILURE
        04:00 . FAILURE +1
        """);
  }

  /** What is looked at for another reason tells no stage of what someone attends to. */
  @Test
  void noStageIsToldOfWhatIsAcknowledged() {
    plays(
        """
        00:00 stages=5,clock=off
        01:00 F FAILURE
        02:00 ack
        20:00 .
        21:00 unack
        22:00 . FAILURE +5
        """);
  }

  @Test
  void anAcknowledgementThatIsTakenBackLetsRemindersGoOn() {
    plays(
        """
        00:00 amount=5,interval=5
        01:00 F FAILURE
        02:00 ack
        08:00 unack
        08:00 . FAILURE_REMAIN 1
        13:00 . FAILURE_REMAIN 2
        """);
  }

  @Test
  void aChangeOfLevelIsToldToThoseWhoAcknowledged() {
    plays(
        """
        00:00 amount=5,interval=5
        01:00 D DEGRADED
        02:00 ack
        03:00 F DEGRADED_FAILURE
        09:00 .
        10:00 D FAILURE_DEGRADED
        16:00 .
        17:00 P DEGRADED_RECOVERY
        """);
  }

  @Test
  void aSnoozeHoldsAllButTheRecovery() {
    plays(
        """
        00:00 amount=5,interval=5,stages=3
        01:00 D DEGRADED
        02:00 snooze/12:00
        03:00 F
        06:00 .
        12:00 . DEGRADED_FAILURE
        15:00 . FAILURE +3
        20:00 . FAILURE_REMAIN 1
        21:00 snooze/40:00
        26:00 .
        27:00 P RECOVERY
        28:00 F FAILURE
        """);
  }

  @Test
  void aSnoozeThatIsEndedEarlyTellsWhatItHeld() {
    plays(
        """
        01:00 D DEGRADED
        02:00 snooze/12:00
        03:00 F
        05:00 unsnooze
        05:00 . DEGRADED_FAILURE
        """);
  }

  @Test
  void channelsWithADelayAreToldInStages() {
    plays(
        """
        00:00 stages=10x30
        01:00 F FAILURE
        11:00 . FAILURE +10
        31:00 . FAILURE +30
        60:00 .
        61:00 P RECOVERY
        62:00 D DEGRADED
        72:00 . DEGRADED +10
        """);
  }

  @Test
  void anAcknowledgementKeepsLaterStagesSilent() {
    plays(
        """
        00:00 stages=10x30
        01:00 F FAILURE
        11:00 . FAILURE +10
        12:00 ack
        31:00 .
        50:00 unack
        50:00 . FAILURE +30
        """);
  }

  @Test
  void aFailureAfterADegradationBeginsWithTheFirstStage() {
    plays(
        """
        00:00 stages=10
        01:00 D DEGRADED
        11:00 . DEGRADED +10
        12:00 F DEGRADED_FAILURE
        22:00 . FAILURE +10
        23:00 D FAILURE_DEGRADED
        40:00 .
        """);
  }

  @Test
  void stagesWaitForTheEndOfMaintenanceAndAreToldTogether() {
    plays(
        """
        00:00 stages=5x10x60
        01:00 F FAILURE
        02:00 held=yes
        15:00 .
        15:30 held=no
        16:00 . FAILURE +10
        61:00 . FAILURE +60
        """);
  }
}
