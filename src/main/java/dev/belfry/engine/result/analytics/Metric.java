package dev.belfry.engine.result.analytics;

import dev.belfry.engine.result.Aggregate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A figure of a check. */
public enum Metric {
  AVAILABILITY("availability", "percentage", "Availability", "avg"),
  AVERAGE("responseTime_avg", "avg"),
  LEAST("responseTime_min", "min"),
  MOST("responseTime_max", "max"),
  SUM("responseTime_sum", "sum"),
  MEDIAN("responseTime_median", "median"),
  P50("responseTime_p50", "p50"),
  P90("responseTime_p90", "p90"),
  P95("responseTime_p95", "p95"),
  P99("responseTime_p99", "p99"),
  RUNS("runs", "count", "Runs", "sum"),
  DEGRADED("degradedRuns", "count", "Degraded runs", "sum"),
  FAILED("failedRuns", "count", "Failed runs", "sum"),
  MISSED("missedRuns", "count", "Missed runs", "sum");

  private final String wire;
  private final String unit;
  private final String label;
  private final String aggregation;

  Metric(String wire, String aggregation) {
    this(wire, "milliseconds", "Response time (" + aggregation + ")", aggregation);
  }

  Metric(String wire, String unit, String label, String aggregation) {
    this.wire = wire;
    this.unit = unit;
    this.label = label;
    this.aggregation = aggregation;
  }

  /** The name in the API. */
  public String wire() {
    return wire;
  }

  /** The unit: {@code milliseconds}, {@code percentage} or {@code count}. */
  String unit() {
    return unit;
  }

  /** The name for people. */
  String label() {
    return label;
  }

  /** How response times become one figure: {@code avg}, {@code p95} and so on. */
  String aggregation() {
    return aggregation;
  }

  /** The figure, null without a run that has one; a count is never null. */
  public @Nullable Number of(Aggregate summary) {
    return switch (this) {
      case AVAILABILITY -> summary.availability();
      case AVERAGE -> summary.average();
      case LEAST -> summary.fastest();
      case MOST -> summary.slowest();
      case SUM -> summary.sum();
      case MEDIAN, P50 -> summary.percentile(0.5);
      case P90 -> summary.percentile(0.9);
      case P95 -> summary.percentile(0.95);
      case P99 -> summary.percentile(0.99);
      case RUNS -> summary.runs();
      case DEGRADED -> summary.degraded();
      case FAILED -> summary.failed();
      case MISSED -> summary.missed();
    };
  }

  /** Reads names separated by commas; empty when one of them is unknown or there is none. */
  public static Optional<Set<Metric>> parse(String text) {
    List<String> names = new ArrayList<>(Arrays.asList(text.split(",", -1)));
    names.replaceAll(String::strip);
    Set<Metric> metrics = new LinkedHashSet<>();
    for (String name : names) {
      Optional<Metric> known =
          Arrays.stream(values()).filter(metric -> metric.wire.equals(name)).findFirst();
      if (known.isEmpty()) {
        return Optional.empty();
      }
      metrics.add(known.get());
    }
    return Optional.of(metrics);
  }

  /** All names, for a message. */
  public static String names() {
    return Arrays.stream(values()).map(Metric::wire).collect(Collectors.joining(", "));
  }
}
