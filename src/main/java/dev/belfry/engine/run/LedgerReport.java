package dev.belfry.engine.run;

import dev.belfry.monitoring.check.Reason;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What became of the runs that were scheduled in an interval.
 *
 * @param from first moment
 * @param to first moment after the interval
 * @param scheduled by the arithmetic of the schedules alone
 * @param conclusive ran and said something about the target
 * @param observerFaults ran and said nothing, because something was wrong with our own instance
 * @param missed did not run, by reason
 * @param open neither finished nor missed yet: waiting for a retry, or later than what is accounted
 *     for
 * @param extra results on no slot of any schedule: runs by hand, and what is left of deleted checks
 */
public record LedgerReport(
    Instant from,
    Instant to,
    long scheduled,
    long conclusive,
    long observerFaults,
    Map<Reason, Long> missed,
    long open,
    long extra) {
  public LedgerReport {
    Map<Reason, Long> ordered = new EnumMap<>(Reason.class);
    ordered.putAll(missed);
    missed = Collections.unmodifiableMap(ordered);
  }

  /** Runs that took place. */
  public long ran() {
    return conclusive + observerFaults;
  }

  /** Runs that did not take place. */
  public long missedInAll() {
    return missed.values().stream().mapToLong(Long::longValue).sum();
  }

  /** What nobody can account for: 0, or something is broken. */
  public long difference() {
    return scheduled - ran() - missedInAll() - open;
  }
}
