package dev.belfry.alerting.preview;

import dev.belfry.monitoring.maintenance.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The times during which maintenance windows hold the alerts of one check back. */
final class Silences {
  static final Silences NONE = new Silences(List.of());

  private final List<Interval> times;

  /** Makes it of any intervals; they may overlap. */
  Silences(List<Interval> times) {
    this.times = times.stream().sorted(Comparator.comparingLong(Interval::starts)).toList();
  }

  /** These and others. */
  Silences and(List<Interval> more) {
    List<Interval> all = new ArrayList<>(times);
    all.addAll(more);
    return new Silences(all);
  }

  /** Whether alerts are held back at a time. */
  boolean holdAt(long millis) {
    for (Interval one : times) {
      if (one.starts() > millis) {
        return false;
      }
      if (one.ends() > millis) {
        return true;
      }
    }
    return false;
  }
}
