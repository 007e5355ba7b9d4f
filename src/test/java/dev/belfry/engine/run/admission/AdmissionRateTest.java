package dev.belfry.engine.run.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Series that all come due once a second, and a queue that serves a number of them each step. */
class AdmissionRateTest {
  private static final int STEPS = 10;
  private static final int PERIOD = 10_000;

  private final AdmissionRate rate = new AdmissionRate();
  private final List<AdmissionRate.Credit> series =
      new ArrayList<>(IntStream.range(0, 1_000).mapToObj(AdmissionRate.Credit::new).toList());
  private final int[] begun = new int[1_000];
  private int waiting;

  /** Lets seconds pass in which so many runs can begin in each. */
  private void pass(int seconds, int capacity) {
    pass(seconds, STEPS, capacity);
  }

  private void pass(int times, int steps, int capacity) {
    for (int step = 0; step < times * steps; step++) {
      for (int i = step % STEPS; i < series.size(); i += STEPS) {
        if (rate.admits(series.get(i))) {
          waiting++;
          begun[i]++;
        }
      }
      for (int i = 0; i < capacity / STEPS && waiting > 0; i++) {
        waiting--;
        rate.onBegun();
      }
      rate.onStep(waiting * 1_000L / capacity, waiting == 0);
    }
  }

  private void overload(int capacity) {
    pass(2, capacity);
    waiting = 0;
    for (int step = 0; step < STEPS; step++) {
      rate.onExpired();
      pass(1, 1, capacity);
    }
    assertThat(rate.isLimited()).isTrue();
    waiting = 0;
  }

  @Test
  void admitsEverythingUntilARunHasWaitedTooLong() {
    pass(5, 500);
    assertThat(rate.admitted()).isEqualTo(1);
    assertThat(rate.isLimited()).isFalse();
    assertThat(waiting).isEqualTo(2_500);
  }

  @Test
  void followsTheRunsThatBegin() {
    overload(250);
    pass(30, 250);
    assertThat(rate.admitted()).isBetween(0.23, 0.29);
    assertThat(waiting).as("waits a quarter of a second").isBetween(20, 150);
    pass(10, 500);
    assertThat(rate.admitted()).isBetween(0.45, 0.6);
  }

  @Test
  void everySeriesLosesAsMuchAsTheOthers() {
    overload(500);
    pass(10, 500);
    Arrays.fill(begun, 0);
    pass(60, 500);
    int least = IntStream.of(begun).min().orElseThrow();
    int most = IntStream.of(begun).max().orElseThrow();
    assertThat(least).isGreaterThan(25);
    assertThat(most - least).isLessThanOrEqualTo(3);
  }

  @Test
  void admitsEverythingAgainWhenTheLoadFalls() {
    overload(250);
    pass(10, 250);
    series.subList(200, 1_000).clear();
    pass(2, 250);
    assertThat(rate.admitted()).isEqualTo(1);
    pass(2, 250);
    assertThat(rate.isLimited()).isFalse();
  }

  @Test
  void aRunWaitsForAPartOfItsPeriod() {
    assertThat(AdmissionRate.patience(PERIOD)).isEqualTo(3_333);
    assertThat(AdmissionRate.patience(60_000)).isEqualTo(10_000);
    assertThat(AdmissionRate.patience(3_600_000)).isEqualTo(360_000);
  }

  @Test
  void aShortStallLeavesNoRunOut() {
    for (int i = 0; i < 5; i++) {
      rate.onExpired();
      pass(1, 1, 1_000);
    }
    pass(2, 1_000);
    assertThat(rate.isLimited()).isFalse();
    assertThat(rate.admitted()).isEqualTo(1);
  }
}
