package dev.belfry.alerting.preview;

import dev.belfry.alerting.alert.AlertType;
import dev.belfry.alerting.alert.LocationResult;
import dev.belfry.monitoring.check.AlertSettings;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Replays a history for tests of other packages. */
public final class ReplayedHistory {
  private final ParentHistory history;
  private final List<ReplayedAlert> alerts;

  private ReplayedHistory(ParentHistory history, List<ReplayedAlert> alerts) {
    this.history = history;
    this.alerts = alerts;
  }

  /** A result of a run and when the run began. */
  public record Ended(LocationResult result, long began) {}

  /**
   * Replays a check that others may depend on, and that depends on others.
   *
   * @param period of the check, milliseconds
   * @param parents replayed before, a list for each check or group
   */
  public static ReplayedHistory of(
      UUID check,
      long period,
      AlertSettings settings,
      int locations,
      List<Ended> results,
      List<List<ReplayedHistory>> parents,
      long until) {
    ParentHistory history = new ParentHistory(new ParentHistory.Facts(check, period, true, false));
    ReplayedParents replayed =
        new ReplayedParents(
            parents.stream()
                .map(parent -> parent.stream().map(one -> one.history).toList())
                .toList(),
            period);
    Replay replay = new Replay(settings, locations, Silences.NONE, List.of(), replayed, history);
    for (Ended one : results) {
      LocationResult result = one.result();
      replay.add(result);
      history.ran(result.location(), result.slot(), result.verdict(), one.began(), result.ended());
    }
    replay.advance(until);
    return new ReplayedHistory(history, replay.alerts());
  }

  /** The types of its alerts, in order. */
  public <T> List<T> alerts(Function<AlertType, T> alert) {
    return alerts.stream().map(one -> alert.apply(one.type())).toList();
  }

  /** The number of its alerts until a time. */
  public long alertsUntil(long at) {
    return alerts.stream().filter(one -> one.at() <= at).count();
  }

  /**
   * The alerts of a history, in order.
   *
   * @param results in any order
   * @param alert makes an alert of its type and the number of its reminder
   */
  public static <T> List<T> of(
      AlertSettings settings,
      int locations,
      List<LocationResult> results,
      long until,
      BiFunction<AlertType, Integer, T> alert) {
    Replay replay = new Replay(settings, locations, Silences.NONE);
    results.forEach(replay::add);
    replay.advance(until);
    return replay.alerts().stream().map(one -> alert.apply(one.type(), one.reminder())).toList();
  }
}
