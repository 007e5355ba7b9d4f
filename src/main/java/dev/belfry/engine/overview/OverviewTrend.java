package dev.belfry.engine.overview;

import dev.belfry.api.http.JsonText;
import dev.belfry.engine.result.Aggregate;
import dev.belfry.engine.result.RollUp;
import dev.belfry.engine.result.TimeRange;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Results and alerts of all checks of an account in the last 24 hours, as JSON. */
final class OverviewTrend {
  private static final double MEDIAN = 0.5;
  private static final double P95 = 0.95;

  private OverviewTrend() {}

  static String of(TimeRange range, TrendStore.Measured measured, Map<Long, Long> alerts) {
    List<RollUp> all = measured.of(TrendStore.ALL);
    OverviewHistory history = OverviewHistory.of(all, range);
    long[] starts = history.starts();
    List<Aggregate> hours = Stream.generate(Aggregate::new).limit(starts.length).toList();
    all.forEach(hour -> hours.get(history.indexOf(hour)).add(hour));
    return JsonText.object()
        .time("from", time(range.from()))
        .time("until", time(measured.until()))
        .raw("availability", String.valueOf(history.availability()))
        .raw("passed", Arrays.toString(history.passed()))
        .raw("degraded", Arrays.toString(history.degraded()))
        .raw("failed", Arrays.toString(history.failed()))
        .raw("availabilities", figures(hours, Aggregate::availability))
        .raw("responseTimeP50", figures(hours, hour -> hour.percentile(MEDIAN)))
        .raw("responseTimeP95", figures(hours, hour -> hour.percentile(P95)))
        .raw(
            "alerts",
            Arrays.toString(
                LongStream.of(starts).map(start -> alerts.getOrDefault(start, 0L)).toArray()))
        .end();
  }

  private static String figures(List<Aggregate> hours, Function<Aggregate, Object> figure) {
    return hours.stream()
        .map(hour -> String.valueOf(figure.apply(hour)))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static OffsetDateTime time(long millis) {
    return Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC);
  }
}
