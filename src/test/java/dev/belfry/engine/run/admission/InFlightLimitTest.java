package dev.belfry.engine.run.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InFlightLimitTest {
  private static final int MOST = 2_000;

  private final InFlightLimit limit = new InFlightLimit(MOST);

  private void steps(int count, long lagMicros, boolean wanted) {
    for (int i = 0; i < count; i++) {
      limit.onStep(lagMicros, wanted ? limit.value() : 0, 0, wanted);
    }
  }

  @Test
  void growsToTheMostWhileRunsWaitAndTheThreadsKeepUp() {
    steps(30, 1_000, true);
    assertThat(limit.value()).isEqualTo(MOST);
  }

  @Test
  void staysAsItIsWhenNobodyWaits() {
    steps(100, 1_000, false);
    assertThat(limit.value()).isEqualTo(InFlightLimit.FIRST);
  }

  @Test
  void isCutWhenTheThreadsAreLateForLong() {
    steps(2, 200_000, true);
    assertThat(limit.value()).as("once is no sign").isEqualTo(InFlightLimit.FIRST);
    steps(1, 200_000, true);
    assertThat(limit.value()).isLessThan(InFlightLimit.FIRST);
    steps(30, 200_000, true);
    assertThat(limit.value()).isEqualTo(InFlightLimit.LEAST);
    steps(30, 1_000, true);
    assertThat(limit.value()).as("and grows again").isGreaterThan(100);
  }

  @Test
  void isCutFromWhatIsInFlight() {
    steps(30, 1_000, true);
    for (int i = 0; i < 3; i++) {
      limit.onStep(50_000, 100, 0, false);
    }
    assertThat(limit.value()).isEqualTo(80);
  }

  @Test
  void staysAboveWhatBeginsWhileAThreadMayBeLate() {
    for (int i = 0; i < 30; i++) {
      limit.onStep(200_000, limit.value(), 5_000, true);
    }
    assertThat(limit.value()).as("40 ms of 5,000 a second").isEqualTo(200);
  }

  @Test
  void forgetsWhatIsNotUsed() {
    steps(30, 1_000, true);
    steps(200, 1_000, false);
    assertThat(limit.value()).isLessThanOrEqualTo(InFlightLimit.FIRST);
  }

  @Test
  void letsLittleBeginWhileAThreadIsStuck() {
    assertThat(limit.room(1_000, 6)).isEqualTo(InFlightLimit.FIRST - 6);
    assertThat(limit.room(300_000, 6)).isEqualTo(InFlightLimit.LEAST - 6);
    assertThat(limit.room(300_000, 50)).isZero();
  }

  @Test
  void neverExceedsASmallConfiguredBound() {
    InFlightLimit small = new InFlightLimit(3);
    assertThat(small.value()).isEqualTo(3);
    for (int i = 0; i < 20; i++) {
      small.onStep(500_000, 3, 0, true);
    }
    assertThat(small.value()).isEqualTo(3);
  }
}
