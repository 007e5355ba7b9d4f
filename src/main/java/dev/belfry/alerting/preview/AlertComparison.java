package dev.belfry.alerting.preview;

import dev.belfry.alerting.alert.AlertType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the differences between the alerts of two replays of one check. Episodes that overlap in
 * time are the same; within an episode, alerts of the same type and number are.
 */
final class AlertComparison {
  private AlertComparison() {}

  private record Key(AlertType type, int reminder, int occurrence) {}

  private record Episode(long starts, long ends, List<ReplayedAlert> alerts) {
    boolean overlaps(Episode other) {
      return starts <= other.ends && other.starts <= ends;
    }
  }

  /** All alerts of both, in order of time, with those that do not differ. */
  static List<AlertDifference> of(List<ReplayedAlert> inForce, List<ReplayedAlert> changed) {
    List<AlertDifference> found = new ArrayList<>();
    List<Episode> before = episodes(inForce);
    List<Episode> after = episodes(changed);
    int next = 0;
    for (Episode episode : before) {
      while (next < after.size() && after.get(next).ends() < episode.starts()) {
        match(List.of(), after.get(next++).alerts(), found);
      }
      boolean same = next < after.size() && after.get(next).overlaps(episode);
      match(episode.alerts(), same ? after.get(next++).alerts() : List.of(), found);
    }
    while (next < after.size()) {
      match(List.of(), after.get(next++).alerts(), found);
    }
    found.sort(Comparator.comparingLong(difference -> difference.alert().at()));
    return found;
  }

  private static List<Episode> episodes(List<ReplayedAlert> alerts) {
    Map<Long, List<ReplayedAlert>> byEpisode = new LinkedHashMap<>();
    alerts.forEach(
        alert -> byEpisode.computeIfAbsent(alert.episode(), first -> new ArrayList<>()).add(alert));
    return byEpisode.values().stream().map(AlertComparison::episode).toList();
  }

  private static Episode episode(List<ReplayedAlert> alerts) {
    ReplayedAlert last = alerts.get(alerts.size() - 1);
    long ends = last.type().isRecovery() ? last.at() : Long.MAX_VALUE;
    return new Episode(alerts.get(0).at(), ends, alerts);
  }

  private static void match(
      List<ReplayedAlert> inForce, List<ReplayedAlert> changed, List<AlertDifference> found) {
    Map<Key, ReplayedAlert> open = keyed(changed);
    keyed(inForce).forEach((key, alert) -> found.add(new AlertDifference(alert, open.remove(key))));
    open.values().forEach(alert -> found.add(new AlertDifference(null, alert)));
  }

  private static Map<Key, ReplayedAlert> keyed(List<ReplayedAlert> alerts) {
    Map<Key, ReplayedAlert> keyed = new LinkedHashMap<>();
    Map<Key, Integer> seen = new LinkedHashMap<>();
    for (ReplayedAlert alert : alerts) {
      int occurrence = seen.merge(new Key(alert.type(), alert.reminder(), 0), 1, Integer::sum);
      keyed.put(new Key(alert.type(), alert.reminder(), occurrence), alert);
    }
    return keyed;
  }
}
