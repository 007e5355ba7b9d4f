package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Alerts of a check that depends on others. */
class AlertEngineParentTest {
  private static void plays(String strip) {
    assertThat(AlertStrip.play(strip)).isEqualTo(strip);
  }

  @Test
  void aFailureIsHeldOnceWhileAParentFailsAndDroppedWhenTheCheckIsWell() {
    plays(
        """
        00:00 parent=fails,wait=1,grace=1
        01:00 F HELD_FAILURE
        02:00 F
        03:00 F
        20:00 F
        21:00 parent=well
        22:00 P
        30:00 F
        """);
  }

  @Test
  void aHeldFailureIsToldByTheFirstRunThatBeginsAfterTheHold() {
    plays(
        """
        00:00 parent=fails,wait=1,grace=3
        01:00 F HELD_FAILURE
        02:00 parent=well
        02:30 F/01:30
        03:00 F FAILURE
        04:00 P RECOVERY
        """);
  }

  @Test
  void aHeldFailureIsToldByTheClockWhenNoRunComes() {
    plays(
        """
        00:00 parent=fails,wait=1,grace=3
        01:00 F HELD_FAILURE
        02:00 parent=well
        09:00 . FAILURE
        """);
  }

  @Test
  void aHoldThatBeginsAnewWaitsAnew() {
    plays(
        """
        00:00 parent=fails,wait=1,grace=3
        01:00 F HELD_FAILURE
        02:00 parent=well
        02:30 F/01:30
        02:40 parent=fails
        03:00 F
        04:00 parent=well
        04:30 F/03:00
        05:00 F FAILURE
        """);
  }

  @Test
  void aCheckThatDependsOnNothingAnyMoreSpeaksAtItsNextLook() {
    plays(
        """
        00:00 parent=fails,wait=1,grace=3
        01:00 F HELD_FAILURE
        02:00 parent=well,wait=0,grace=0
        06:00 . FAILURE
        """);
    plays(
        """
        00:00 parent=fails,wait=1,grace=3
        01:00 F HELD_FAILURE
        02:00 parent=well,wait=0,grace=0
        02:30 F FAILURE
        """);
  }

  @Test
  void aCheckThatFailsFirstWaitsOnePeriodOfItsParent() {
    plays(
        """
        00:00 wait=5,grace=2
        01:00 F
        02:00 F
        06:00 . FAILURE
        07:00 P RECOVERY
        """);
    plays(
        """
        00:00 wait=5,grace=2
        01:00 F
        04:00 parent=fails
        05:00 F HELD_FAILURE
        06:30 P
        """);
    plays(
        """
        00:00 wait=5,grace=2
        01:00 F
        04:00 parent=fails
        06:00 . HELD_FAILURE
        """);
    plays(
        """
        00:00 wait=5,grace=2
        01:00 F
        05:00 P
        20:00 F
        24:00 F
        25:00 . FAILURE
        """);
  }

  @Test
  void theWaitRunsBesideTheThreshold() {
    plays(
        """
        00:00 wait=2,grace=2,runs=3
        01:00 F
        02:00 F
        03:00 F FAILURE
        04:00 F
        """);
    plays(
        """
        00:00 wait=2,grace=2,minutes=5
        01:00 F
        02:00 F
        06:00 . FAILURE
        """);
    plays(
        """
        00:00 wait=9,grace=2,minutes=5
        01:00 F
        10:00 . FAILURE
        """);
  }

  @Test
  void degradationsWaitAndAreHeldToo() {
    plays(
        """
        00:00 wait=2,grace=2
        01:00 D
        03:00 . DEGRADED
        04:00 F DEGRADED_FAILURE
        05:00 P RECOVERY
        06:00 parent=fails
        07:00 D HELD_DEGRADED
        08:00 F HELD_FAILURE
        09:00 D
        10:00 F
        11:00 P
        """);
  }

  @Test
  void aRecoveryIsNeverHeld() {
    plays(
        """
        00:00 wait=1,grace=1
        01:00 F
        02:00 F FAILURE
        03:00 parent=fails
        04:00 P RECOVERY
        05:00 F HELD_FAILURE
        06:00 P
        """);
    plays(
        """
        00:00 wait=1,grace=1
        01:00 D
        02:00 D DEGRADED
        03:00 parent=fails
        04:00 F HELD_DEGRADED_FAILURE
        05:00 P DEGRADED_RECOVERY
        """);
  }

  @Test
  void remindersAreHeldAndGoOnAfterwards() {
    plays(
        """
        00:00 wait=1,grace=1,amount=2,interval=5
        01:00 F
        02:00 F FAILURE
        03:00 parent=fails
        30:00 F
        31:00 parent=well
        35:00 . FAILURE_REMAIN 1
        40:00 . FAILURE_REMAIN 2
        50:00 P RECOVERY
        """);
  }

  @Test
  void maintenanceComesFirst() {
    plays(
        """
        00:00 held=yes,parent=fails,wait=1,grace=1
        01:00 F
        02:00 held=no
        06:00 . HELD_FAILURE
        07:00 parent=well
        """);
  }

  @Test
  void aCheckWaitsForARunOfItsParentThatBeganAfterItsFailure() {
    ParentState late = new ParentState(false, 10_000, 99_999, 0);
    assertThat(late.mayTellAt(100_000, 100_100)).as("a period first").isEqualTo(110_000);
    assertThat(late.mayTellAt(100_000, 110_000)).as("then it looks again").isEqualTo(113_000);
    assertThat(late.mayTellAt(100_000, 169_000)).as("within bounds").isEqualTo(170_000);
    assertThat(late.mayTellAt(99_999, 110_000)).as("of that moment").isEqualTo(109_999);
    assertThat(ParentState.NONE.mayTellAt(100_000, 110_000)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void waitsAndGracesAreBounded() {
    assertThat(ParentState.of(true, 60_000, 5, 30_000))
        .isEqualTo(new ParentState(true, 60_000, 5, 150_000));
    assertThat(ParentState.of(false, Long.MAX_VALUE / 2, 0, Long.MAX_VALUE / 2))
        .isEqualTo(new ParentState(false, 3_600_000, 0, 86_400_000));
  }
}
