package dev.belfry.monitoring.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RetryPlanTest {
  private static RetryStrategy strategy(
      RetryType type, int base, @Nullable Integer retries, @Nullable Integer seconds) {
    return new RetryStrategy(type, base, true, retries, seconds, List.of());
  }

  private static Optional<Duration> afterFailure(
      @Nullable RetryStrategy strategy, int attempts, Duration elapsed) {
    return RetryPlan.next(strategy, attempts, elapsed, Verdict.FAILED, true);
  }

  /** Seconds at which each retry of a run begins whose attempts all fail after the given time. */
  private static List<Long> filmStrip(RetryStrategy strategy, Duration attempt) {
    List<Long> begins = new ArrayList<>();
    Duration now = attempt;
    for (int attempts = 1; ; attempts++) {
      Optional<Duration> pause = afterFailure(strategy, attempts, now);
      if (pause.isEmpty()) {
        return begins;
      }
      now = now.plus(pause.get());
      begins.add(now.toSeconds());
      now = now.plus(attempt);
    }
  }

  @DisplayName("Design, Retry back-off: when the retries begin, in seconds")
  @ParameterizedTest(name = "{0} base {1}, {2} retries in {3} s, attempts of {4} s: {5}")
  @CsvSource({
    "FIXED, 60, , , 0, 60 120",
    "FIXED, 60, , , 5, 65 130",
    "FIXED, 60, 10, , 0, 60 120 180 240 300 360 420 480 540 600",
    "FIXED, 60, 10, , 1, 61 122 183 244 305 366 427 488 549",
    "FIXED, 60, 10, 200, 0, 60 120 180",
    "FIXED, 0, 3, 600, 1, 1 2 3",
    "FIXED, 10, 3, 0, 1, ''",
    "FIXED, 0, 3, 0, 0, 0 0 0",
    "LINEAR, 10, 4, , 0, 10 30 60 100",
    "LINEAR, 60, 10, , 0, 60 180 360 600",
    "EXPONENTIAL, 2, 8, , 0, 2 6 14 30 62 126 254 510",
    "EXPONENTIAL, 10, 3, , 0, 10 110",
    "EXPONENTIAL, 1, 3, , 0, 1 2 3",
    "EXPONENTIAL, 0, 2, , 0, 0 0",
    "EXPONENTIAL, 60, 10, , 0, 60",
    "SINGLE_RETRY, 60, , , 5, 65",
    "SINGLE_RETRY, 60, 9, , 5, 65",
    "SINGLE_RETRY, 600, , , 1, ''",
  })
  void retriesBeginAt(
      RetryType type,
      int base,
      @Nullable Integer retries,
      @Nullable Integer seconds,
      int attempt,
      String expected) {
    assertThat(filmStrip(strategy(type, base, retries, seconds), Duration.ofSeconds(attempt)))
        .containsExactlyElementsOf(
            Arrays.stream(expected.split(" "))
                .filter(s -> !s.isEmpty())
                .map(Long::valueOf)
                .toList());
  }

  @Test
  void withoutAStrategyNothingIsRepeated() {
    assertThat(afterFailure(null, 1, Duration.ZERO)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(value = Verdict.class, names = "FAILED", mode = EnumSource.Mode.EXCLUDE)
  void onlyAFailureIsRepeated(Verdict verdict) {
    RetryStrategy strategy = strategy(RetryType.FIXED, 1, null, null);
    assertThat(RetryPlan.next(strategy, 1, Duration.ZERO, verdict, false)).isEmpty();
  }

  @DisplayName("Specification, RetryStrategy: onlyOn NETWORK_ERROR = no response status code")
  @ParameterizedTest
  @CsvSource({"true, false", "false, true"})
  void onlyOnNetworkErrorRepeatsWhatBroughtNoStatus(boolean answered, boolean repeated) {
    RetryStrategy strategy =
        new RetryStrategy(
            RetryType.FIXED, 1, true, null, null, List.of(RetryStrategy.NETWORK_ERROR));
    assertThat(RetryPlan.next(strategy, 1, Duration.ZERO, Verdict.FAILED, answered).isPresent())
        .isEqualTo(repeated);
  }

  @DisplayName("A retry may begin exactly at the end of the duration, not a moment later")
  @Test
  void theDurationIsABoundOnTheBeginningOfARetry() {
    RetryStrategy strategy = strategy(RetryType.FIXED, 10, 5, 20);
    assertThat(afterFailure(strategy, 1, Duration.ofSeconds(10))).contains(Duration.ofSeconds(10));
    assertThat(afterFailure(strategy, 1, Duration.ofMillis(10_001))).isEmpty();
  }

  @Property
  void neverMoreNorLaterThanAllowed(
      @ForAll RetryType type,
      @ForAll @IntRange(min = 0, max = 86_400) int base,
      @ForAll @IntRange(min = 1, max = 10) int retries,
      @ForAll @IntRange(min = 0, max = 600) int seconds,
      @ForAll @IntRange(min = 0, max = 30) int attempt) {
    RetryStrategy strategy = strategy(type, base, retries, seconds);
    List<Long> begins = filmStrip(strategy, Duration.ofSeconds(attempt));
    assertThat(begins).hasSizeLessThanOrEqualTo(strategy.retryLimit()).isSorted();
    assertThat(begins).allMatch(begin -> begin <= seconds);
  }

  @Property
  void moreAllowanceTakesNoRetryAway(
      @ForAll RetryType type,
      @ForAll @IntRange(min = 0, max = 100) int base,
      @ForAll @IntRange(min = 1, max = 9) int retries,
      @ForAll @IntRange(min = 0, max = 500) int seconds) {
    List<Long> fewer = filmStrip(strategy(type, base, retries, seconds), Duration.ofSeconds(1));
    List<Long> more =
        filmStrip(strategy(type, base, retries + 1, seconds + 100), Duration.ofSeconds(1));
    assertThat(more.stream().limit(fewer.size())).containsExactlyElementsOf(fewer);
  }

  @Property
  void pausesNeverShrink(@ForAll RetryType type, @ForAll @IntRange(min = 1, max = 600) int base) {
    RetryStrategy strategy = strategy(type, base, 10, 600);
    Duration last = Duration.ZERO;
    for (int attempts = 1; attempts <= 10; attempts++) {
      Optional<Duration> pause = afterFailure(strategy, attempts, Duration.ZERO);
      if (pause.isPresent()) {
        assertThat(pause.get()).isGreaterThanOrEqualTo(last);
        last = pause.get();
      }
    }
  }
}
