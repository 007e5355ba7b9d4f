package dev.belfry.engine.objective;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an objective stands at a moment. Pure.
 *
 * @param from begin of the window, milliseconds since 1970
 * @param to end of the window
 */
record ObjectiveStatus(
    double target, int windowDays, long from, long to, ResultTally runs, List<BurnRate> burnRates) {
  /** Whether the target is attained. */
  enum Judgement {
    MET,
    BREACHED,
    INSUFFICIENT_DATA
  }

  private static final double PERCENT = 100;
  private static final long MILLIONTHS = 1_000_000;
  private static final double DECIMALS = 10_000;
  private static final double MINUTES_OF_DAY = Duration.ofDays(1).toMinutes();

  ObjectiveStatus {
    burnRates = List.copyOf(burnRates);
  }

  /**
   * Sums the slots of an objective up.
   *
   * @param now end of the window
   */
  static ObjectiveStatus of(double target, int windowDays, List<TallySlot> slots, long now) {
    long from = begin(now, windowDays);
    return new ObjectiveStatus(
        target,
        windowDays,
        from,
        now,
        TallySlot.since(slots, from),
        BurnRate.all(target, slots, now));
  }

  /** The begin of a window of days, at a full hour. */
  static long begin(long now, int windowDays) {
    return BurnPair.begin(now, Duration.ofDays(windowDays).toMillis());
  }

  /** From when on runs are needed for the window and for burn rates. */
  static long earliest(long now, int windowDays) {
    return Math.min(begin(now, windowDays), BurnPair.earliest(now));
  }

  private BigDecimal allowedPercent() {
    return BigDecimal.valueOf(PERCENT).subtract(BigDecimal.valueOf(target));
  }

  /** So many counted runs let one be bad and the target be attained. */
  long required() {
    return BigDecimal.valueOf(PERCENT)
        .divide(allowedPercent(), 0, RoundingMode.CEILING)
        .longValueExact();
  }

  /** Why there is no verdict, null when there is one. */
  @Nullable String reason() {
    if (runs.counted() < required()) {
      return "%d runs count in %d days; one bad run can only be judged against %s %% with %d"
          .formatted(runs.counted(), windowDays, ObjectiveCodec.decimal(target), required());
    }
    return runs.excluded() > runs.counted()
        ? "%d runs are excluded (%d missed, %d faults of the observer), more than the %d that count"
            .formatted(runs.excluded(), runs.missed(), runs.faults(), runs.counted())
        : null;
  }

  Judgement verdict() {
    if (reason() != null) {
      return Judgement.INSUFFICIENT_DATA;
    }
    return BigDecimal.valueOf(runs.bad()).compareTo(exactlyAllowed()) <= 0
        ? Judgement.MET
        : Judgement.BREACHED;
  }

  private BigDecimal exactlyAllowed() {
    return allowedPercent().multiply(BigDecimal.valueOf(runs.counted())).movePointLeft(2);
  }

  /** The percentage of counted runs that were good; null without a verdict. */
  @Nullable Double attained() {
    if (reason() != null) {
      return null;
    }
    long millionths = runs.good() * MILLIONTHS / runs.counted();
    return millionths / DECIMALS;
  }

  /** Counted runs that may be bad; null without a verdict. */
  @Nullable Double allowedRuns() {
    return reason() != null ? null : (Double) exactlyAllowed().doubleValue();
  }

  /** The minutes of the window that may be bad. */
  double budgetMinutes() {
    return windowDays * MINUTES_OF_DAY * allowedPercent().doubleValue() / PERCENT;
  }

  /** The percentage of the budget that is left, negative when overspent; null without a verdict. */
  @Nullable Double remainingShare() {
    Double allowed = allowedRuns();
    return allowed == null ? null : (Double) (PERCENT * (1 - runs.bad() / allowed));
  }

  /** The minutes that are left, negative when overspent; null without a verdict. */
  @Nullable Double remainingMinutes() {
    Double share = remainingShare();
    return share == null ? null : (Double) (budgetMinutes() * share / PERCENT);
  }
}
