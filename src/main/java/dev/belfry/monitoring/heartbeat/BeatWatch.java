package dev.belfry.monitoring.heartbeat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies pings and deadlines to a monitor. Its settings may have changed since the last one. A
 * pure function; {@link BeatTimer} says what a beat is.
 */
public final class BeatWatch {
  /**
   * How long after the deadline a beat is known to be missing. A ping that arrived before the
   * deadline is stored within this time or refused.
   */
  public static final long SETTLE_MILLIS = 5_000;

  /** How often a monitor is looked at while a maintenance window pauses it. */
  static final long PAUSED_MILLIS = 5_000;

  private BeatWatch() {}

  /**
   * A monitor as it is stored.
   *
   * @param changedAt since when the timer has to start anew, null when it has not
   * @param lookAt when it is to be looked at, null for never
   * @param active whether the settings in force have it wait for pings
   * @param paused whether a maintenance window is on, or was on when the beat was due
   */
  public record Known(
      BeatState state,
      @Nullable Long changedAt,
      @Nullable Long lookAt,
      boolean active,
      boolean paused) {}

  /** What becomes of it; the members are those of {@link Known}. */
  public record Next(
      BeatState state, List<BeatEvent> events, @Nullable Long changedAt, @Nullable Long lookAt) {
    public Next {
      events = List.copyOf(events);
    }

    /** Whether it is one ping that reports no failure, which is the usual case. */
    public boolean isPlain() {
      return events.size() == 1 && !events.get(0).isFailure();
    }
  }

  /** A ping that arrived at a moment, to a monitor that is active. */
  public static Next onPing(BeatTimer timer, Known known, Ping ping, long arrived) {
    List<BeatEvent> events = new ArrayList<>(2);
    BeatState state =
        known.paused() ? BeatTimer.withdraw(known.state()) : restarted(timer, known, events);
    BeatStep step = timer.onPing(state, ping, arrived);
    events.addAll(step.events());
    Long due = step.state().dueAt();
    Long look = due == null ? null : (Long) (due + SETTLE_MILLIS);
    Long before = known.lookAt();
    return new Next(
        step.state(),
        events,
        null,
        look != null && before != null && before < look ? before : look);
  }

  /** A look at a monitor; {@code now} is the time of the database. */
  public static Next onLook(BeatTimer timer, Known known, long now) {
    List<BeatEvent> events = new ArrayList<>(2);
    if (!known.active()) {
      BeatState before = missedBefore(timer, known, events);
      return new Next(BeatTimer.withdraw(before), events, null, null);
    }
    if (known.paused()) {
      return new Next(BeatTimer.withdraw(known.state()), events, now, now + PAUSED_MILLIS);
    }
    BeatStep step = timer.onClock(restarted(timer, known, events), now - SETTLE_MILLIS);
    events.addAll(step.events());
    Long due = step.state().dueAt();
    return new Next(step.state(), events, null, due == null ? null : (Long) (due + SETTLE_MILLIS));
  }

  private static BeatState restarted(BeatTimer timer, Known known, List<BeatEvent> events) {
    Long changed = known.changedAt();
    return changed == null
        ? known.state()
        : timer.restart(missedBefore(timer, known, events), changed);
  }

  /** A change of the settings does not hide a beat that was missing before. */
  private static BeatState missedBefore(BeatTimer timer, Known known, List<BeatEvent> events) {
    Long changed = known.changedAt();
    if (changed == null) {
      return known.state();
    }
    BeatStep step = timer.onClock(known.state(), changed);
    events.addAll(step.events());
    return step.state();
  }
}
