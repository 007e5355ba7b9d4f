package dev.belfry.engine.objective;

import java.time.Duration;
import java.util.Arrays;

/**
 * The pairs of windows that alerts look at, those of The Site Reliability Workbook, chapter
 * "Alerting on SLOs" (multiwindow, multi-burn-rate alerts). The long window shows that a part of
 * the budget is gone, the short one that it is still being spent.
 */
enum BurnPair {
  /** Spends 2 % of a budget of 30 days in an hour. */
  FAST(BurnSeverity.PAGE, 14.4, Duration.ofHours(1), Duration.ofMinutes(5)),
  /** Spends 5 % of a budget of 30 days in six hours. */
  MEDIUM(BurnSeverity.PAGE, 6, Duration.ofHours(6), Duration.ofMinutes(30)),
  /** Spends 10 % of a budget of 30 days in three days. */
  SLOW(BurnSeverity.TICKET, 1, Duration.ofDays(3), Duration.ofHours(6));

  static final long HOUR = Duration.ofHours(1).toMillis();

  private final BurnSeverity severity;
  private final double factor;
  private final long longMillis;
  private final long shortMillis;

  BurnPair(BurnSeverity severity, double factor, Duration longWindow, Duration shortWindow) {
    this.severity = severity;
    this.factor = factor;
    this.longMillis = longWindow.toMillis();
    this.shortMillis = shortWindow.toMillis();
  }

  /** The pair with a factor. */
  static BurnPair ofFactor(double factor) {
    return Arrays.stream(values())
        .filter(pair -> pair.factor == factor)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no pair has the factor " + factor));
  }

  /** The begin of a window. One of six hours or more begins at a full hour, as sums do. */
  static long begin(long now, long millis) {
    long exact = now - millis;
    return millis >= MEDIUM.longMillis ? exact - Math.floorMod(exact, HOUR) : exact;
  }

  /** The begin of the longest window. */
  static long earliest(long now) {
    return begin(now, SLOW.longMillis);
  }

  BurnSeverity severity() {
    return severity;
  }

  /** The burn rate from which on both windows alert. */
  double factor() {
    return factor;
  }

  long longMillis() {
    return longMillis;
  }

  long shortMillis() {
    return shortMillis;
  }
}
