package dev.belfry.engine.overview;

import dev.belfry.engine.result.Aggregate;
import dev.belfry.engine.result.RollUp;
import dev.belfry.engine.result.TimeRange;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The results of one check in the last 24 hours, of which the current hour is the last. Mutable;
 * confined to one thread.
 */
final class OverviewHistory {
  private static final int HOURS = 24;
  private static final double P95 = 0.95;

  private final long from;
  private final Aggregate all = new Aggregate();
  private final long[] passed = new long[HOURS];
  private final long[] degraded = new long[HOURS];
  private final long[] failed = new long[HOURS];

  /** A history without results. */
  OverviewHistory(TimeRange range) {
    this.from = range.from();
  }

  /** The hours of a history that ends now, in milliseconds since 1970. */
  static TimeRange range(long now) {
    return TimeRange.since(now - Duration.ofHours(HOURS - 1L).toMillis(), now);
  }

  /** The histories of the checks that have results in the range. */
  static Map<UUID, OverviewHistory> of(TimeRange range, List<RollUp> hours) {
    Map<UUID, OverviewHistory> byCheck = new HashMap<>();
    hours.forEach(
        hour ->
            byCheck.computeIfAbsent(hour.check(), first -> new OverviewHistory(range)).add(hour));
    return byCheck;
  }

  /** The history of several checks together, or of a group. */
  static OverviewHistory of(List<RollUp> hours, TimeRange range) {
    OverviewHistory history = new OverviewHistory(range);
    hours.forEach(history::add);
    return history;
  }

  /** The position of an hour of the range. */
  int indexOf(RollUp hour) {
    return (int) Math.min(HOURS - 1, (hour.at() - from) / TimeRange.HOUR);
  }

  /** The starts of the hours, milliseconds since 1970. */
  long[] starts() {
    return LongStream.range(0, HOURS).map(hour -> from + hour * TimeRange.HOUR).toArray();
  }

  private void add(RollUp hour) {
    int at = indexOf(hour);
    passed[at] += hour.counts().passed();
    degraded[at] += hour.counts().degraded();
    failed[at] += hour.counts().failed();
    all.add(hour);
  }

  /** Start of the first hour, milliseconds since 1970. */
  long from() {
    return from;
  }

  /** As {@link Aggregate#availability}. */
  @Nullable Double availability() {
    return all.availability();
  }

  /** The 95th percentile of the response times in milliseconds, null without a response. */
  @Nullable Double responseTimeP95() {
    return all.percentile(P95);
  }

  /** Runs that passed, by hour. */
  long[] passed() {
    return Arrays.copyOf(passed, HOURS);
  }

  /** Degraded runs, by hour. */
  long[] degraded() {
    return Arrays.copyOf(degraded, HOURS);
  }

  /** Failed runs, by hour. */
  long[] failed() {
    return Arrays.copyOf(failed, HOURS);
  }
}
