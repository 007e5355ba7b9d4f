package dev.belfry.engine.result.analytics;

import dev.belfry.api.http.JsonText;
import dev.belfry.engine.result.Aggregate;
import dev.belfry.monitoring.check.CheckType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Renders figures as JSON (wire contract 2.1). */
final class AnalyticsView {
  /** The figures of each of several checks. */
  private static final Map<String, Metric> BRIEF =
      Metric.byName(Metric.AVAILABILITY, Metric.AVERAGE, Metric.P50, Metric.P95, Metric.P99);

  /** The same of an ICMP monitor, with what clients ask for in a list. */
  private static final Map<String, Metric> BRIEF_OF_ICMP = briefOfIcmp();

  private AnalyticsView() {}

  private static Map<String, Metric> briefOfIcmp() {
    Map<String, Metric> metrics = new LinkedHashMap<>(BRIEF);
    metrics.put("latency_avg", Metric.AVERAGE);
    metrics.put(Metric.PACKET_LOSS.wire(), Metric.PACKET_LOSS);
    return metrics;
  }

  /**
   * Figures of one check, by location and step.
   *
   * @param metrics by the names that they have in the answer
   */
  static String of(Analytics.Detailed figures, Analytics.Query query, Map<String, Metric> metrics) {
    CheckHead check = figures.check();
    return JsonText.object()
        .plain("checkId", check.id().toString())
        .string("name", check.name())
        .plain("checkType", check.checkType())
        .flag("activated", check.activated())
        .flag("muted", check.muted())
        .number("frequency", (long) check.frequency())
        .plain("from", time(query.range().from()))
        .plain("to", time(query.range().to()))
        .raw("tags", check.tags())
        .raw("series", series(figures, query, metrics))
        .raw("aggregate", add(JsonText.object(), figures.all(), metrics).end())
        .raw("maintenance", maintenance(figures.maintenance()))
        .raw("metadata", metadata(metrics))
        .end();
  }

  private static String series(
      Analytics.Detailed figures, Analytics.Query query, Map<String, Metric> metrics) {
    Map<String, Analytics.Series> all = figures.series();
    if (all.isEmpty()) {
      String nothing = point(null, new Aggregate(), metrics);
      return JsonText.array(List.of(entry("", List.of(nothing), nothing)));
    }
    List<String> entries = new ArrayList<>();
    all.forEach(
        (place, one) ->
            entries.add(
                entry(
                    place, points(one.steps(), query, metrics), point(null, one.all(), metrics))));
    return JsonText.array(entries);
  }

  private static List<String> points(
      Map<Long, Aggregate> steps, Analytics.Query query, Map<String, Metric> metrics) {
    return steps.entrySet().stream()
        .map(
            step -> point(query.stepMillis() == 0 ? null : step.getKey(), step.getValue(), metrics))
        .toList();
  }

  private static String entry(String place, List<String> points, String aggregate) {
    JsonText entry = JsonText.object();
    if (!place.isEmpty()) {
      entry.string("runLocation", place);
    }
    return entry.raw("data", JsonText.array(points)).raw("aggregate", aggregate).end();
  }

  private static String point(@Nullable Long at, Aggregate summary, Map<String, Metric> metrics) {
    JsonText point = JsonText.object();
    if (at != null) {
      point.plain("startedAt", time(at));
    }
    return add(point, summary, metrics).end();
  }

  private static String maintenance(List<MaintenancePeriod> periods) {
    return JsonText.array(
        periods.stream()
            .map(
                period ->
                    JsonText.object()
                        .string("name", period.name())
                        .plain("startsAt", time(period.starts()))
                        .plain("endsAt", time(period.ends()))
                        .end())
            .toList());
  }

  private static String metadata(Map<String, Metric> metrics) {
    JsonText metadata = JsonText.object();
    metrics.forEach(
        (name, metric) ->
            metadata.raw(
                name,
                JsonText.object()
                    .plain("unit", metric.unit())
                    .plain("label", metric.label())
                    .plain("aggregation", metric.aggregation())
                    .end()));
    return metadata.end();
  }

  /** Figures of one of several checks. */
  static String brief(Analytics.Figures figures) {
    JsonText answer =
        JsonText.object()
            .plain("checkId", figures.check().id().toString())
            .plain("checkType", figures.check().checkType());
    boolean isIcmp = figures.check().checkType().equals(CheckType.ICMP.name());
    return add(answer, figures.summary(), isIcmp ? BRIEF_OF_ICMP : BRIEF).end();
  }

  /** One check of a report. */
  static String report(Analytics.Figures figures) {
    CheckHead check = figures.check();
    Aggregate summary = figures.summary();
    String aggregate =
        JsonText.object()
            .raw("successRatio", text(summary.availability()))
            .raw("avg", text(summary.average()))
            .raw("p95", text(Metric.P95.of(summary)))
            .raw("p99", text(Metric.P99.of(summary)))
            .end();
    return JsonText.object()
        .string("name", check.name())
        .plain("checkId", check.id().toString())
        .plain("checkType", check.checkType())
        .flag("deactivated", !check.activated())
        .raw("tags", check.tags())
        .raw("aggregate", aggregate)
        .end();
  }

  private static JsonText add(JsonText object, Aggregate summary, Map<String, Metric> metrics) {
    metrics.forEach((name, metric) -> object.raw(name, text(metric.of(summary))));
    return object;
  }

  private static String text(@Nullable Number figure) {
    return String.valueOf(figure);
  }

  private static String time(long millis) {
    return JsonText.timestamp(Instant.ofEpochMilli(millis));
  }
}
