package dev.belfry.engine.objective;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How fast an error budget is spent in a pair of windows. Pure.
 *
 * @param target percentage of counted runs that have to be good
 */
record BurnRate(BurnPair pair, double target, ResultTally longRuns, ResultTally shortRuns) {
  /** What a pair of windows says. */
  enum State {
    /** Both windows exceed the factor. */
    BURNING,
    /** Neither begins an alert nor ends one. */
    BETWEEN,
    /** Both windows are well below the factor. */
    CALM,
    /** Too few runs count to tell. */
    INSUFFICIENT_DATA
  }

  /** Below this share of the factor an alert ends, so that a rate at the factor does not flap. */
  static final double CALM_SHARE = 0.9;

  /** A long window with fewer counted runs is not judged. */
  static final int LEAST_RUNS = 10;

  private static final double PERCENT = 100;

  /** The burn rates of all pairs at a moment. */
  static List<BurnRate> all(double target, List<TallySlot> slots, long now) {
    List<BurnRate> rates = new ArrayList<>();
    for (BurnPair pair : BurnPair.values()) {
      rates.add(
          new BurnRate(
              pair,
              target,
              TallySlot.since(slots, BurnPair.begin(now, pair.longMillis())),
              TallySlot.since(slots, BurnPair.begin(now, pair.shortMillis()))));
    }
    return rates;
  }

  /** The rate of the long window, null when no run counts. */
  @Nullable Double longRate() {
    return rate(longRuns);
  }

  /** The rate of the short window, null when no run counts. */
  @Nullable Double shortRate() {
    return rate(shortRuns);
  }

  private @Nullable Double rate(ResultTally runs) {
    return runs.counted() == 0 ? null : (Double) rate(runs.bad(), runs.counted());
  }

  private double rate(long bad, long counted) {
    return bad * PERCENT / counted / (PERCENT - target);
  }

  /** Whether no run of the long window counts. */
  boolean isSilent() {
    return longRuns.counted() == 0;
  }

  State state() {
    if (longRuns.counted() < LEAST_RUNS
        || shortRuns.counted() == 0
        || longRuns.excluded() > longRuns.counted()) {
      return State.INSUFFICIENT_DATA;
    }
    double calm = pair.factor() * CALM_SHARE;
    double inLong = rate(longRuns.bad(), longRuns.counted());
    double inShort = rate(shortRuns.bad(), shortRuns.counted());
    if (rate(longRuns.bad() - 1, longRuns.counted()) > pair.factor() && inShort > pair.factor()) {
      return State.BURNING;
    }
    return inLong < calm && inShort < calm ? State.CALM : State.BETWEEN;
  }
}
