package dev.belfry.monitoring.heartbeat;

import dev.belfry.monitoring.heartbeat.BeatEvent.Kind;
import dev.belfry.monitoring.heartbeat.BeatState.Counts;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The one place that says what pings and the passing of time mean. A pure function of state,
 * schedule and time.
 *
 * <p>The first ping starts the timer. Every ping, and every beat that is missing, starts it anew
 * (public documentation of the service that clients know). With a cron expression a ping that is
 * early for its time counts for none, and that time stays expected.
 */
public final class BeatTimer {
  private final HeartbeatSchedule schedule;

  /** A timer of monitors with this schedule. */
  public BeatTimer(HeartbeatSchedule schedule) {
    this.schedule = schedule;
  }

  /** A ping that arrived at a moment; a beat that was due before it is missing. */
  public BeatStep onPing(BeatState before, Ping ping, long arrived) {
    if (ping == Ping.START) {
      long at = Math.max(arrived, before.lastAt() + 1);
      BeatState begun =
          new BeatState(
              at,
              before.beatAt(),
              at,
              before.expectedAt(),
              before.dueAt(),
              before.missing(),
              before.counts());
      return new BeatStep(
          begun, List.of(new BeatEvent(at, Kind.STARTED, false, null, before.beatAt())));
    }
    List<BeatEvent> events = new ArrayList<>(2);
    BeatState state = before;
    if (before.isOverdue(arrived)) {
      BeatStep missed = miss(before, arrived);
      state = missed.state();
      events.addAll(missed.events());
    }
    long at = Math.max(arrived, state.lastAt() + 1);
    Long started = state.startAt();
    events.add(
        new BeatEvent(
            at,
            ping == Ping.FAIL ? Kind.FAILING : kind(state, at),
            false,
            started == null ? null : at - started,
            state.beatAt()));
    return new BeatStep(beaten(state, at), events);
  }

  /** The passing of time: the beat that is due is missing once its time is over. */
  public BeatStep onClock(BeatState before, long now) {
    return before.isOverdue(now) ? miss(before, now) : new BeatStep(before, List.of());
  }

  /** Calls off the beat that is waited for. */
  public static BeatState withdraw(BeatState state) {
    return new BeatState(
        state.lastAt(),
        state.beatAt(),
        state.startAt(),
        null,
        null,
        state.missing(),
        closed(state, 0, 0, 1));
  }

  /** Starts the timer at a moment; that of a monitor that had no ping yet waits for the first. */
  public BeatState restart(BeatState before, long at) {
    BeatState idle = withdraw(before);
    return before.beatAt() == null ? idle : armed(idle, schedule.after(at));
  }

  private BeatStep miss(BeatState before, long now) {
    long due = before.dueAt() == null ? now : before.dueAt();
    long at = Math.max(due, before.lastAt() + 1);
    BeatState missed =
        new BeatState(
            at, before.beatAt(), before.startAt(), null, null, true, closed(before, 0, 1, 0));
    OptionalLong next = schedule.after(due);
    // An outage of the service is one missing beat, not as many as its length would hold.
    if (next.isPresent() && next.getAsLong() + schedule.grace() < now) {
      next = schedule.after(now);
    }
    return new BeatStep(
        armed(missed, next), List.of(new BeatEvent(at, Kind.FAILING, true, null, before.beatAt())));
  }

  private BeatState beaten(BeatState state, long at) {
    Long expected = state.expectedAt();
    if (expected != null && schedule.isCron() && isEarly(expected, at)) {
      return new BeatState(at, at, null, expected, state.dueAt(), false, state.counts());
    }
    BeatState ended = new BeatState(at, at, null, null, null, false, closed(state, 1, 0, 0));
    return armed(ended, schedule.afterPing(at));
  }

  private Kind kind(BeatState state, long at) {
    if (state.missing()) {
      return Kind.LATE;
    }
    Long expected = state.expectedAt();
    if (expected == null) {
      return Kind.RECEIVED;
    }
    if (at > expected) {
      return Kind.GRACE;
    }
    return isEarly(expected, at) ? Kind.EARLY : Kind.RECEIVED;
  }

  private boolean isEarly(long expected, long at) {
    return expected - at > schedule.ahead(expected);
  }

  private BeatState armed(BeatState state, OptionalLong next) {
    if (next.isEmpty()) {
      return state;
    }
    Counts counts = state.counts();
    return new BeatState(
        state.lastAt(),
        state.beatAt(),
        state.startAt(),
        next.getAsLong(),
        next.getAsLong() + schedule.grace(),
        state.missing(),
        new Counts(counts.expected() + 1, counts.came(), counts.missed(), counts.withdrawn()));
  }

  /** The counts once the beat that is waited for has become one of these. */
  private static Counts closed(BeatState state, int came, int missed, int withdrawn) {
    Counts counts = state.counts();
    return state.isArmed()
        ? new Counts(
            counts.expected(),
            counts.came() + came,
            counts.missed() + missed,
            counts.withdrawn() + withdrawn)
        : counts;
  }
}
