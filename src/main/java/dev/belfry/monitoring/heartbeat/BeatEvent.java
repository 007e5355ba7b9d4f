package dev.belfry.monitoring.heartbeat;

import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a monitor.
 *
 * @param at milliseconds since 1970
 * @param missed whether it is that no ping came
 * @param durationMillis from the start of the job to this ping, null when no start was reported
 * @param since time of the ping before, null for none
 */
public record BeatEvent(
    long at, Kind kind, boolean missed, @Nullable Long durationMillis, @Nullable Long since) {

  /** What kind of event it is, named as on the wire. */
  public enum Kind {
    /** A ping on time, or the first one. */
    RECEIVED,
    /** A ping before its time. */
    EARLY,
    /** A ping within the grace. */
    GRACE,
    /** A ping after the beat was missing. */
    LATE,
    /** No ping came, or a ping reported a failure. */
    FAILING,
    /** A job reported that it begins. */
    STARTED
  }

  /** Whether the monitor fails with it. */
  public boolean isFailure() {
    return kind == Kind.FAILING;
  }
}
