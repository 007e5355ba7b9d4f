package dev.belfry.engine.run.observer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObserverHealthTest {
  private static final long TICK = 20;

  private final ObserverHealth health = new ObserverHealth(TICK);

  /** Ticks on time from one moment to the other, both included. */
  private void ticks(long from, long until) {
    for (long now = from; now <= until; now += TICK) {
      health.onTick(now);
    }
  }

  /** Ticks with all gaps of one length. */
  private void limps(long from, long until, long gap) {
    for (long now = from; now <= until; now += gap) {
      health.onTick(now);
    }
  }

  private Optional<Reason> fault(long start, long end, Reason reason) {
    Verdict verdict =
        switch (reason) {
          case NONE -> Verdict.PASSED;
          case SLOW -> Verdict.DEGRADED;
          default -> Verdict.FAILED;
        };
    return health.faultOf(new ObserverHealth.Attempt(start, end, verdict, reason, false));
  }

  @Test
  void nothingIsWrongInTheBeginning() {
    assertThat(fault(0, 30_000, Reason.CONNECT_TIMEOUT)).isEmpty();
    health.onTick(30_000);
    assertThat(fault(0, 30_000, Reason.CONNECT_TIMEOUT)).isEmpty();
  }

  @DisplayName("A pause from 1000 to 4000")
  @ParameterizedTest(name = "{0} to {1}, {2}: {3}")
  @CsvSource({
    "500, 1500, CONNECT_TIMEOUT, OBSERVER_PAUSED",
    "500, 4100, FIRST_BYTE_TIMEOUT, OBSERVER_PAUSED",
    "2000, 4010, SLOW, OBSERVER_PAUSED",
    "3990, 5000, TOO_SLOW, OBSERVER_PAUSED",
    "500, 4100, CONNECTION_RESET, OBSERVER_PAUSED",
    "500, 4100, NONE, ",
    "500, 4100, STATUS, ",
    "500, 4100, CONNECTION_REFUSED, ",
    "500, 4100, NAME_NOT_FOUND, ",
    "500, 4100, CERTIFICATE_EXPIRED, ",
    "100, 990, CONNECT_TIMEOUT, ",
    "4000, 5000, CONNECT_TIMEOUT, ",
    "4500, 5000, SLOW, ",
  })
  void whatOverlapsAPauseAndMayComeOfItIsOurFault(
      long start, long end, Reason reason, Reason fault) {
    ticks(0, 1_000);
    ticks(4_000, 6_000);
    assertThat(fault(start, end, reason)).isEqualTo(Optional.ofNullable(fault));
  }

  @Test
  void aPauseIsSeenBeforeItsLastTick() {
    ticks(0, 1_000);
    assertThat(fault(900, 4_000, Reason.CONNECT_TIMEOUT)).contains(Reason.OBSERVER_PAUSED);
    assertThat(fault(900, 1_100, Reason.CONNECT_TIMEOUT)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"499, false", "500, true"})
  void aPauseTakesHalfASecond(long gap, boolean paused) {
    ticks(0, 1_000);
    ticks(1_000 + gap, 20_000);
    assertThat(fault(0, 10_000, Reason.CONNECT_TIMEOUT).isPresent()).isEqualTo(paused);
  }

  @DisplayName("Ticks of 20 ms that come later and later")
  @ParameterizedTest(name = "every {0} ms, attempt of {1} ms: {2}")
  @CsvSource({
    "50, 5000, ",
    "60, 5000, OBSERVER_STARVED",
    "100, 5000, OBSERVER_STARVED",
    "400, 5000, OBSERVER_STARVED",
    "100, 200, ",
  })
  void ticksThatAreLateAllTheTimeAreStarving(long gap, long length, Reason fault) {
    limps(0, 10_000, gap);
    assertThat(fault(1_000, 1_000 + length, Reason.TOO_SLOW)).isEqualTo(Optional.ofNullable(fault));
    assertThat(fault(1_000, 1_000 + length, Reason.NONE)).isEmpty();
    assertThat(fault(1_000, 1_000 + length, Reason.STATUS)).isEmpty();
  }

  @DisplayName("300 ms of one collection do not explain a time-out of 30 s, but a slow answer")
  @Test
  void aShortStallExplainsAShortAttemptAlone() {
    ticks(0, 1_000);
    ticks(1_300, 40_000);
    assertThat(fault(0, 30_000, Reason.CONNECT_TIMEOUT)).isEmpty();
    assertThat(fault(900, 1_500, Reason.SLOW)).contains(Reason.OBSERVER_STARVED);
    assertThat(fault(1_400, 2_000, Reason.SLOW)).isEmpty();
  }

  @Property(tries = 200)
  void ordinaryJitterIsNoFault(
      @ForAll @Size(min = 100, max = 400) List<@IntRange(min = 1, max = 50) Integer> gaps,
      @ForAll @IntRange(max = 2_000) int start,
      @ForAll @IntRange(min = 1, max = 30_000) int length) {
    ObserverHealth jittery = new ObserverHealth(TICK);
    long now = 0;
    for (int gap : gaps) {
      now += gap;
      jittery.onTick(now);
    }
    long end = Math.min(start + length, now);
    assertThat(
            jittery.faultOf(
                new ObserverHealth.Attempt(
                    Math.min(start, end), end, Verdict.FAILED, Reason.CONNECT_TIMEOUT, false)))
        .isEmpty();
  }

  @Test
  void aLongHistoryForgetsTheOldestAndKeepsTheNewest() {
    limps(0, 600_000, 100);
    assertThat(fault(599_000, 600_000, Reason.SLOW)).contains(Reason.OBSERVER_STARVED);
    assertThat(fault(500_000, 505_000, Reason.SLOW)).contains(Reason.OBSERVER_STARVED);
    assertThat(fault(1_000, 6_000, Reason.SLOW)).isEmpty();
  }

  @Test
  void threadsOfProbesThatAreLateExplainASlowAnswer() {
    ticks(0, 4_000);
    for (long now = 1_000; now <= 3_000; now += 100) {
      health.onLag(now, 250, 100);
    }
    assertThat(fault(2_000, 2_400, Reason.SLOW)).contains(Reason.OBSERVER_STARVED);
    assertThat(fault(2_000, 2_400, Reason.STATUS)).isEmpty();
    assertThat(fault(3_100, 3_500, Reason.SLOW)).isEmpty();
  }

  @Test
  void aLagThatABusyInstanceLivesWithExplainsNothing() {
    ticks(0, 4_000);
    for (long now = 1_000; now <= 3_000; now += 100) {
      health.onLag(now, 100, 100);
    }
    assertThat(fault(2_000, 2_400, Reason.SLOW)).isEmpty();
  }

  @Test
  void aClockThatGoesBackIsNoPause() {
    ticks(100_000, 101_000);
    ticks(50_000, 52_000);
    assertThat(fault(51_000, 52_000, Reason.CONNECT_TIMEOUT)).isEmpty();
  }

  @Test
  void withoutADatabaseNoVerdictStands() {
    assertThat(health.faultOf(new ObserverHealth.Attempt(0, 10, Verdict.PASSED, Reason.NONE, true)))
        .contains(Reason.OBSERVER_WITHOUT_DATABASE);
  }
}
