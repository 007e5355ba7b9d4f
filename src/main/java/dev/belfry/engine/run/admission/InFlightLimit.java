package dev.belfry.engine.run.admission;

import java.util.Arrays;

/**
 * Learns how many probes an instance can have in flight before its own threads fall behind. The
 * limit grows while runs wait for a place and the threads keep up, and is cut when they do not. The
 * response times of targets play no part: slow targets take places, and cost nothing. Confined to
 * one thread.
 */
public final class InFlightLimit {
  /** Time from one step to the next, milliseconds. */
  public static final long STEP_MILLIS = 100;

  /**
   * Enough to keep the threads busy, however long each probe takes them. What began in the last 40
   * ms may be in flight in any case: so few cannot be what makes a thread late.
   */
  static final int LEAST = 16;

  /** The limit of an instance that has learned nothing yet. */
  static final int FIRST = 256;

  /** A thread that is so late has more to do than it can, microseconds. */
  public static final long LATE_MICROS = 40_000;

  /** A thread that is so late gets nothing new until it has caught up, microseconds. */
  static final long STUCK_MICROS = 250_000;

  /** A lag counts once it lasts for so many steps, so that one collection of garbage does not. */
  private static final int LASTING = 3;

  private static final double GROWTH = 1.1;
  private static final double CUT = 0.8;

  /** For threads that are later by several times than they may be. */
  private static final double DEEP_CUT = 0.5;

  private static final int SEVERAL = 4;

  /** How much of an unused limit is kept from one step to the next. */
  private static final double KEPT = 0.98;

  private final int most;
  private final long[] lags = new long[LASTING];
  private double limit;
  private int steps;
  private int stepsToCut;

  /**
   * Creates a limit that has learned nothing yet.
   *
   * @param most the limit never exceeds this; at least 1
   */
  public InFlightLimit(int most) {
    this.most = most;
    limit = Math.min(most, FIRST);
  }

  /**
   * Learns from the time since the last step.
   *
   * @param lagMicros how late the instance's threads are
   * @param inFlight probes that have a place
   * @param begun probes that began in the last second
   * @param wanted whether runs wait for a place
   */
  public void onStep(long lagMicros, int inFlight, int begun, boolean wanted) {
    lags[steps++ % LASTING] = lagMicros;
    long lag = Arrays.stream(lags).min().orElse(0);
    stepsToCut = Math.max(0, stepsToCut - 1);
    if (lag > LATE_MICROS) {
      if (stepsToCut == 0) {
        double kept = lag > SEVERAL * LATE_MICROS ? DEEP_CUT : CUT;
        limit = Math.min(limit, Math.max(inFlight, LEAST)) * kept;
        stepsToCut = LASTING;
      }
    } else if (wanted) {
      if (lagMicros <= LATE_MICROS) {
        limit = limit * GROWTH + 1;
      }
    } else if (limit > Math.max(FIRST, 2 * inFlight)) {
      limit *= KEPT;
    }
    limit = Math.min(most, Math.max(Math.max(LEAST, begun * LATE_MICROS / 1e6), limit));
  }

  /**
   * How many more probes may begin.
   *
   * @param lagMicros how late the instance's threads are now
   * @param inFlight probes that have a place
   */
  public int room(long lagMicros, int inFlight) {
    double now = lagMicros > STUCK_MICROS ? Math.min(limit, LEAST) : limit;
    return Math.max(0, (int) now - inFlight);
  }

  /** Probes that may be in flight, at least 1. */
  public int value() {
    return (int) limit;
  }
}
