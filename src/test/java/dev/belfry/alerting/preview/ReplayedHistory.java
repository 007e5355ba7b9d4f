package dev.belfry.alerting.preview;

import dev.belfry.alerting.alert.AlertType;
import dev.belfry.alerting.alert.LocationResult;
import dev.belfry.monitoring.check.AlertSettings;
import java.util.List;
import java.util.function.BiFunction;

/** Replays a history for tests of other packages. */
public final class ReplayedHistory {
  private ReplayedHistory() {}

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
