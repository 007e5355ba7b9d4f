package dev.belfry.alerting.preview;

import static dev.belfry.alerting.preview.PreviewStrip.minutes;
import static dev.belfry.alerting.preview.PreviewStrip.play;
import static dev.belfry.alerting.preview.PreviewStrip.quorum;
import static dev.belfry.alerting.preview.PreviewStrip.retries;
import static dev.belfry.alerting.preview.PreviewStrip.runs;
import static dev.belfry.alerting.preview.PreviewStrip.settings;
import static dev.belfry.alerting.preview.PreviewStrip.side;
import static dev.belfry.alerting.preview.PreviewStrip.silence;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One film strip for each setting of a policy. */
class ReplayTest {
  @Test
  void theSamePolicyChangesNothing() {
    assertThat(play(side(settings(2, 1, 5), 1), side(settings(2, 1, 5), 1), "PFFFFFFFFPP"))
        .isEqualTo(
            """
            SAME 03:00 FAILURE
            SAME 08:00 FAILURE_REMAIN 1
            SAME 10:00 RECOVERY
            """);
  }

  @Test
  void aHigherThresholdAlertsLaterOrNotAtAll() {
    assertThat(play(side(runs(1), 1), side(runs(3), 1), "PFPPFFFFP"))
        .isEqualTo(
            """
            REMOVED 02:00 FAILURE
            REMOVED 03:00 RECOVERY
            LATER 07:00 FAILURE 120 s
            SAME 09:00 RECOVERY
            """);
  }

  @Test
  void aLowerThresholdAlertsEarlierAndMore() {
    assertThat(play(side(runs(3), 1), side(runs(1), 1), "PFPPFFFFP"))
        .isEqualTo(
            """
            ADDED 02:00 FAILURE
            ADDED 03:00 RECOVERY
            EARLIER 05:00 FAILURE -120 s
            SAME 09:00 RECOVERY
            """);
  }

  @Test
  void timeRaisesAlertsBetweenResults() {
    assertThat(play(side(runs(1), 1), side(minutes(5), 1), "PFFOMFFFFP"))
        .isEqualTo(
            """
            LATER 07:00 FAILURE 300 s
            SAME 10:00 RECOVERY
            """);
  }

  @Test
  void remindersFollowTheirInterval() {
    assertThat(play(side(runs(1), 1), side(settings(1, 2, 3), 1), "FFFFFFFFFFFP"))
        .isEqualTo(
            """
            SAME 01:00 FAILURE
            ADDED 04:00 FAILURE_REMAIN 1
            ADDED 07:01 FAILURE_REMAIN 2
            SAME 12:00 RECOVERY
            """);
  }

  @Test
  void quorumCountsLocationsOfOneSlot() {
    assertThat(play(side(quorum(10), 3), side(quorum(60), 3), "PFPFFP", "PPPFFP", "PPPPPP"))
        .isEqualTo(
            """
            REMOVED 02:00 FAILURE
            REMOVED 03:00 RECOVERY
            SAME 04:00 FAILURE
            SAME 06:00 RECOVERY
            """);
  }

  @Test
  void fewerRetriesAreToldExactly() {
    RunRule none = RunRule.retrying(null, null);
    assertThat(play(side(runs(1), 1), side(runs(1), 1, none, Silences.NONE), "P(FP)P(FFF)P"))
        .isEqualTo(
            """
            ADDED 02:00 FAILURE
            ADDED 03:00 RECOVERY
            EARLIER 04:00 FAILURE -30 s
            SAME 05:00 RECOVERY
            """);
    assertThat(none.unknown() + none.moved()).isZero();
  }

  @Test
  void moreRetriesAreUnknown() {
    RunRule more = RunRule.retrying(retries(3), null);
    assertThat(play(side(runs(1), 1), side(runs(1), 1, more, Silences.NONE), "P(FFF)PFP(FP)P"))
        .isEqualTo(
            """
            SAME 02:30 FAILURE
            SAME 03:00 RECOVERY
            SAME 04:00 FAILURE
            SAME 05:00 RECOVERY
            """);
    assertThat(more.unknown()).as("the last result of two runs stands").isEqualTo(2);
    assertThat(more.moved()).isZero();
  }

  @Test
  void degradedFollowsFromStoredTimes() {
    assertThat(
            play(
                side(runs(1), 1),
                side(runs(1), 1, RunRule.stored(4_000.0), Silences.NONE),
                "PDPFP"))
        .isEqualTo(
            """
            REMOVED 02:03 DEGRADED
            REMOVED 03:00 DEGRADED_RECOVERY
            SAME 04:00 FAILURE
            SAME 05:00 RECOVERY
            """);
    assertThat(
            play(side(runs(2), 1), side(runs(2), 1, RunRule.stored(100.0), Silences.NONE), "PPP"))
        .isEqualTo("ADDED 02:00 DEGRADED\n");
  }

  @Test
  void maintenanceHoldsAlertsBack() {
    assertThat(
            play(
                side(runs(1), 1),
                side(runs(1), 1, RunRule.stored(null), silence(2, 5)),
                "PFPFFFPP"))
        .isEqualTo(
            """
            REMOVED 02:00 FAILURE
            REMOVED 03:00 RECOVERY
            LATER 05:00 FAILURE 60 s
            SAME 07:00 RECOVERY
            """);
  }

  @Test
  void aRunUnderWaySaysNothing() {
    StoredAttempt open =
        new StoredAttempt(1, "a", 60_000, 1, Verdict.FAILED, false, true, 60_000, 9);
    assertThat(RunRule.stored(null).result(List.of(open))).isEmpty();
  }
}
