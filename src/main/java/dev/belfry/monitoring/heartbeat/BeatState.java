package dev.belfry.monitoring.heartbeat;

import org.jspecify.annotations.Nullable;

/**
 * What is known of the beats of a monitor. Times are milliseconds since 1970.
 *
 * @param lastAt of the newest event, 0 for none; every event has a time of its own
 * @param beatAt of the newest ping that said how the job ended, null before the first
 * @param startAt of a job that has begun and not ended, null for none
 * @param expectedAt when the next beat is expected, null when none is waited for
 * @param dueAt when it is missing: the time above and the grace
 * @param missing whether the beat before that is missing, so that the next ping is late
 */
public record BeatState(
    long lastAt,
    @Nullable Long beatAt,
    @Nullable Long startAt,
    @Nullable Long expectedAt,
    @Nullable Long dueAt,
    boolean missing,
    Counts counts) {

  /**
   * How many beats were expected, and what became of them. {@code expected} is the sum of the
   * others and of the one that is waited for.
   *
   * @param withdrawn those that a change of the settings or a maintenance window called off
   */
  public record Counts(long expected, long came, long missed, long withdrawn) {}

  /** The state of a new monitor, which waits for its first ping. */
  public static BeatState first() {
    return new BeatState(0, null, null, null, null, false, new Counts(0, 0, 0, 0));
  }

  /** Whether a beat is waited for. */
  public boolean isArmed() {
    return dueAt != null;
  }

  /** Whether the beat that is waited for is missing at a moment. */
  public boolean isOverdue(long now) {
    return dueAt != null && dueAt < now;
  }
}
