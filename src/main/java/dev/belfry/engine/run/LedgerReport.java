package dev.belfry.engine.run;

import dev.belfry.monitoring.check.Reason;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How many runs were scheduled in an interval, and how each of them ended.
 *
 * @param from first moment
 * @param to first moment after the interval
 * @param scheduled runs, computed from the schedules alone
 * @param conclusive runs with a verdict on the target
 * @param observerFaults runs without a verdict on the target, because the instance had a fault
 * @param missed runs that did not take place, by reason
 * @param open runs without a result yet: they wait for a retry or are after the watermark
 * @param extra results on no slot of any schedule: triggered runs, and results of deleted checks
 * @param beats those of heartbeat monitors
 */
public record LedgerReport(
    Instant from,
    Instant to,
    long scheduled,
    long conclusive,
    long observerFaults,
    Map<Reason, Long> missed,
    long open,
    long extra,
    Beats beats) {
  public LedgerReport {
    Map<Reason, Long> ordered = new EnumMap<>(Reason.class);
    ordered.putAll(missed);
    missed = Collections.unmodifiableMap(ordered);
  }

  /**
   * Beats of heartbeat monitors since their creation.
   *
   * @param other those that are waited for, or were called off by a change of the settings
   */
  public record Beats(long expected, long came, long missed, long other) {}

  /** Runs that took place. */
  public long ran() {
    return conclusive + observerFaults;
  }

  /** Runs that did not take place. */
  public long missedInAll() {
    return missed.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Scheduled runs that are unaccounted for; anything but 0 is a defect. */
  public long difference() {
    return scheduled - ran() - missedInAll() - open;
  }
}
