package dev.belfry.engine.result.analytics;

import dev.belfry.engine.result.Aggregate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  MISSED("missedRuns", "count", "Missed runs", "sum"),
  /** Of ICMP monitors alone. */
  PACKET_LOSS("packetLoss_avg", "percentage", "Packet loss (avg)", "avg"),
  /** Asked for by clients of SSL monitors; results do not keep it as a number. */
  DAYS_UNTIL_EXPIRY("daysUntilExpiry_avg", "days", "Days until expiry (avg)", "avg");

  private static final String RESPONSE_TIME = "responseTime_";

  /** The word of clients for the response time of a TCP monitor. */
  private static final String TOTAL = "total_";

  /** The word of clients for the response time of an SSL monitor. */
  private static final String HANDSHAKE = "handshakeTimeMs_";

  /** The word of clients for the response time of an ICMP monitor. */
  private static final String LATENCY = "latencyAvg_";

  private static final List<String> WORDS = List.of(TOTAL, HANDSHAKE, LATENCY);

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

  /** The unit: {@code milliseconds}, {@code percentage}, {@code count} or {@code days}. */
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
      case PACKET_LOSS -> summary.packetLoss();
      case DAYS_UNTIL_EXPIRY -> null;
    };
  }

  /**
   * The figures of names separated by commas, by the name that was given and in its place; empty
   * when one of them is unknown or there is none.
   */
  public static Optional<Map<String, Metric>> parse(String text) {
    Map<String, Metric> metrics = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      String name = part.strip();
      Optional<Metric> known = named(name);
      if (known.isEmpty()) {
        return Optional.empty();
      }
      metrics.put(name, known.get());
    }
    return Optional.of(metrics);
  }

  private static Optional<Metric> named(String name) {
    String own =
        WORDS.stream()
            .filter(name::startsWith)
            .map(word -> RESPONSE_TIME + name.substring(word.length()))
            .findFirst()
            .orElse(name);
    return Arrays.stream(values()).filter(metric -> metric.wire.equals(own)).findFirst();
  }

  /** Figures by their own names, in this order. */
  static Map<String, Metric> byName(Metric... metrics) {
    Map<String, Metric> byName = new LinkedHashMap<>();
    for (Metric metric : metrics) {
      byName.put(metric.wire, metric);
    }
    return byName;
  }

  /** All names, for a message. */
  public static String names() {
    return Arrays.stream(values())
        .flatMap(
            metric ->
                metric.wire.startsWith(RESPONSE_TIME)
                    ? Stream.concat(Stream.of(RESPONSE_TIME), WORDS.stream())
                        .map(word -> metric.wire.replace(RESPONSE_TIME, word))
                    : Stream.of(metric.wire))
        .collect(Collectors.joining(", "));
  }
}
