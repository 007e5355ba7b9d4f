package dev.belfry.monitoring.check;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a failed attempt is repeated (design, "Retry back-off"; specification,
 * "RetryStrategy").
 */
public final class RetryPlan {
  private RetryPlan() {}

  /**
   * The pause from the end of the last attempt to the next one; empty when the last attempt is
   * final. Only a failed attempt is repeated, not one that passed, was degraded or says nothing
   * about the target. A retry is not made if it began later after the first attempt than the
   * strategy's duration limit.
   *
   * @param strategy null for no retries
   * @param attempts made so far, 1 or more
   * @param elapsed since the first attempt began
   * @param verdict of the last attempt
   * @param answered whether an answer came back in the last attempt
   */
  public static Optional<Duration> next(
      @Nullable RetryStrategy strategy,
      int attempts,
      Duration elapsed,
      Verdict verdict,
      boolean answered) {
    if (strategy == null
        || verdict != Verdict.FAILED
        || attempts > strategy.retryLimit()
        || (answered && strategy.onlyOnNetworkError())) {
      return Optional.empty();
    }
    Duration limit = strategy.durationLimit();
    long pause = seconds(strategy, attempts, limit.toSeconds());
    return elapsed.plusSeconds(pause).compareTo(limit) > 0
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds(pause));
  }

  /** The pause after an attempt; exact only up to the limit, and beyond it just larger. */
  private static long seconds(RetryStrategy strategy, int attempt, long limit) {
    long base = strategy.baseBackoffSeconds();
    return switch (strategy.type()) {
      case FIXED, SINGLE_RETRY -> base;
      case LINEAR -> base * attempt;
      case EXPONENTIAL -> power(base, attempt, limit);
    };
  }

  private static long power(long base, int exponent, long limit) {
    long result = 1;
    for (int i = 0; i < exponent && result <= limit; i++) {
      result *= base;
    }
    return result;
  }
}
