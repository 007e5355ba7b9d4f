package dev.belfry.alerting.preview;

import dev.belfry.alerting.grouping.GroupReplay;
import dev.belfry.monitoring.check.EffectiveSettings;
import dev.belfry.monitoring.maintenance.Interval;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * A check as a preview needs it.
 *
 * @param locations number of locations per run, at least 1
 * @param series its series with their locations
 * @param stages the delays of its channels, minutes above 0, ascending
 * @param silences when stored maintenance windows hold its alerts back
 * @param timed whether a slow run of it is degraded
 * @param facts what checks that depend on it need to know
 * @param subject what its alerts may have in common with others
 */
record PreviewedCheck(
    UUID id,
    EffectiveSettings settings,
    int locations,
    Map<Integer, String> series,
    List<Integer> stages,
    Silences silences,
    boolean timed,
    ParentHistory.Facts facts,
    GroupReplay.Subject subject) {

  static PreviewedCheck of(Row row) {
    EffectiveSettings settings = EffectiveSettings.read(row.getString(1));
    int scheduled = row.getInteger(2);
    int chosen =
        settings.locations().locations().size() + settings.locations().privateLocations().size();
    Map<Integer, String> series = new HashMap<>();
    Integer[] ids = row.getArrayOfIntegers(3);
    String[] places = row.getArrayOfStrings(4);
    for (int i = 0; ids != null && i < ids.length; i++) {
      series.put(ids[i], places[i]);
    }
    Long[] starts = row.getArrayOfLongs(5);
    Long[] ends = row.getArrayOfLongs(6);
    List<Interval> silent = new ArrayList<>();
    for (int i = 0; starts != null && i < starts.length; i++) {
      silent.add(new Interval(starts[i], ends[i]));
    }
    int parallel = Math.max(1, scheduled == 0 ? chosen : scheduled);
    return new PreviewedCheck(
        row.getUUID(0),
        settings,
        settings.runParallel() ? parallel : 1,
        series,
        List.of(row.getArrayOfIntegers(14)),
        new Silences(silent),
        row.getBoolean(7),
        new ParentHistory.Facts(
            row.getUUID(0), row.getLong(11), row.getBoolean(12), row.getBoolean(13)),
        new GroupReplay.Subject(
            row.getUUID(0),
            row.getLong(8),
            Objects.requireNonNullElse(row.getString(9), ""),
            settings.tags(),
            row.getString(10)));
  }

  /** Both sides of its replay. */
  CheckReplay replay(
      PreviewRequest.Policy policy,
      long from,
      long to,
      ReplayContext inForce,
      ReplayContext changed) {
    List<Interval> more = new ArrayList<>();
    policy.windows().stream()
        .filter(window -> window.silences(settings.tags()))
        .forEach(window -> more.addAll(window.between(from, to)));
    return new CheckReplay(
        new CheckReplay.Side(
            RunRule.stored(null),
            new Replay(
                settings.alertSettings(),
                locations,
                silences,
                stages,
                inForce.parents(),
                inForce.history()),
            inForce.history()),
        new CheckReplay.Side(
            policy.rule(settings.retryStrategy(), timed),
            new Replay(
                policy.alertSettings() == null ? settings.alertSettings() : policy.alertSettings(),
                locations,
                silences.and(more),
                stages,
                changed.parents(),
                changed.history()),
            changed.history()));
  }
}
