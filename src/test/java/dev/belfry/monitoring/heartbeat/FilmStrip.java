package dev.belfry.monitoring.heartbeat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plays pings and looks at the clock to one monitor and writes down what happens. */
final class FilmStrip {
  private final BeatTimer timer;
  private final List<String> pictures = new ArrayList<>();
  private BeatState state = BeatState.first();
  private @Nullable Long changedAt;
  private @Nullable Long lookAt;
  private boolean active = true;
  private boolean paused;

  FilmStrip(String heartbeat) {
    timer = new BeatTimer(HeartbeatSchedule.parse(heartbeat));
  }

  static long at(String time) {
    return Instant.parse(time.contains("T") ? time : "2026-03-02T" + time + "Z").toEpochMilli();
  }

  private BeatWatch.Known known() {
    return new BeatWatch.Known(state, changedAt, lookAt, active, paused);
  }

  FilmStrip ping(String time) {
    return ping(Ping.SUCCESS, time);
  }

  FilmStrip ping(Ping ping, String time) {
    take(BeatWatch.onPing(timer, known(), ping, at(time)));
    return this;
  }

  FilmStrip look(String time) {
    return look(at(time));
  }

  FilmStrip look(long now) {
    take(BeatWatch.onLook(timer, known(), now));
    return this;
  }

  /** The settings change at a time. */
  FilmStrip change(String time, boolean activated) {
    changedAt = at(time);
    lookAt = at(time);
    active = activated;
    return this;
  }

  FilmStrip window(boolean on) {
    paused = on;
    return this;
  }

  private void take(BeatWatch.Next next) {
    for (BeatEvent event : next.events()) {
      Long took = event.durationMillis();
      pictures.add(
          "%s %s%s%s"
              .formatted(
                  Instant.ofEpochMilli(event.at()).toString().substring(11, 19),
                  event.missed() ? "MISSED" : event.kind().name(),
                  took == null ? "" : " " + took / 1000 + " s",
                  ""));
    }
    state = next.state();
    changedAt = next.changedAt();
    lookAt = next.lookAt();
    BeatState.Counts counts = state.counts();
    long open = state.isArmed() ? 1 : 0;
    if (counts.expected() != counts.came() + counts.missed() + counts.withdrawn() + open) {
      throw new AssertionError("A beat is lost: " + state);
    }
    Long due = state.dueAt();
    Long look = lookAt;
    if (due != null && (look == null || look > due + BeatWatch.SETTLE_MILLIS)) {
      throw new AssertionError("The deadline will not be looked at: " + state);
    }
  }

  List<String> pictures() {
    return pictures;
  }

  BeatState state() {
    return state;
  }

  @Nullable Long lookAt() {
    return lookAt;
  }

  /** When the beat is missing, in words. */
  @Nullable String due() {
    Long due = state.dueAt();
    return due == null ? null : Instant.ofEpochMilli(due).toString();
  }
}
