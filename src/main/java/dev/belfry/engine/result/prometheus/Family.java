package dev.belfry.engine.result.prometheus;

import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.monitoring.heartbeat.HeartbeatSchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A metric family in Prometheus' text format, version 0.0.4. Names and labels are those of the
 * exporter that existing dashboards were made for.
 */
record Family(String name, String type, String help, Samples samples) {
  /** What takes the samples of a check. */
  @FunctionalInterface
  interface Samples {
    /** Appends the lines of a check, none when the family does not concern it. */
    void write(Measure measure, Lines lines);
  }

  private static final String STATUS = "status";
  private static final double MICROS = 1e6;
  private static final double MILLIS = 1e3;

  /**
   * All families.
   *
   * @param now milliseconds since 1970
   */
  static List<Family> all(long now) {
    List<Family> families = new ArrayList<>();
    families.add(
        new Family(
            "checkly_check_status",
            "gauge",
            "Whether the check has the status that the label names.",
            Family::status));
    families.add(
        new Family(
            "checkly_check_result_total",
            "counter",
            "Results of the check by status, without retried attempts.",
            Family::results));
    CheckType.ofRequests().forEach(type -> families.add(timing(type, metricOf(type))));
    families.add(timing(CheckType.TCP, "checkly_tcp_check_timing_seconds"));
    families.add(
        new Family(
            "checkly_heartbeat_last_success_timestamp_seconds",
            "gauge",
            "When the last ping that passed came, seconds since 1970, 0 for none that is kept.",
            Family::lastSuccess));
    families.add(
        new Family(
            "checkly_heartbeat_expected_interval_seconds",
            "gauge",
            "How long after the last ping that passed the next one is expected.",
            (measure, lines) -> expectedInterval(measure, now, lines)));
    families.add(
        new Family(
            "checkly_time_to_ssl_expiry_seconds",
            "gauge",
            "How long the certificate that the check last saw is still valid.",
            (measure, lines) -> expiry(measure, now, lines)));
    return families;
  }

  /** The two lines before the samples. */
  String head() {
    return "# HELP " + name + ' ' + help + "\n# TYPE " + name + ' ' + type + '\n';
  }

  private static Family timing(CheckType type, String metric) {
    return new Family(
        metric,
        "histogram",
        "Response times of the runs that got an answer.",
        (measure, lines) -> {
          if (measure.check().type() == type) {
            timings(measure, lines);
          }
        });
  }

  private static String metricOf(CheckType type) {
    String noun = type == CheckType.API ? "_check" : "_monitor";
    return "checkly_" + CheckLabels.word(type) + noun + "_timing_seconds";
  }

  private static void status(Measure measure, Lines lines) {
    if (measure.status() == null || measure.status().verdict() == null) {
      return;
    }
    Verdict verdict = measure.status().verdict();
    String labels = measure.labels();
    lines.add("", CheckLabels.with(labels, STATUS, "passing"), verdict == Verdict.PASSED ? 1 : 0);
    lines.add("", CheckLabels.with(labels, STATUS, "failing"), verdict == Verdict.FAILED ? 1 : 0);
    lines.add(
        "", CheckLabels.with(labels, STATUS, "degraded"), verdict == Verdict.DEGRADED ? 1 : 0);
  }

  private static void results(Measure measure, Lines lines) {
    for (LocationTotals totals : measure.totals()) {
      String labels = located(measure, totals);
      lines.add("", CheckLabels.with(labels, STATUS, "passing"), totals.passed());
      lines.add("", CheckLabels.with(labels, STATUS, "failing"), totals.failed());
      lines.add("", CheckLabels.with(labels, STATUS, "degraded"), totals.degraded());
    }
  }

  private static void timings(Measure measure, Lines lines) {
    for (LocationTotals totals : measure.totals()) {
      String labels = CheckLabels.with(located(measure, totals), "type", "total");
      for (int i = 0; i < Buckets.size(); i++) {
        String bound = Lines.number(Buckets.bound(i));
        lines.add("_bucket", CheckLabels.with(labels, "le", bound), totals.buckets().within(i));
      }
      lines.add("_bucket", CheckLabels.with(labels, "le", "+Inf"), totals.answered());
      lines.add("_sum", labels, totals.responseMicros() / MICROS);
      lines.add("_count", labels, totals.answered());
    }
  }

  private static String located(Measure measure, LocationTotals totals) {
    return totals.location().isEmpty() || measure.check().heartbeat() != null
        ? measure.labels()
        : CheckLabels.with(measure.labels(), "location", totals.location());
  }

  private static void lastSuccess(Measure measure, Lines lines) {
    if (measure.check().heartbeat() != null) {
      Long last = measure.check().lastSuccess();
      lines.add("", measure.labels(), last == null ? 0.0 : last / MILLIS);
    }
  }

  private static void expectedInterval(Measure measure, long now, Lines lines) {
    String heartbeat = measure.check().heartbeat();
    if (heartbeat != null) {
      Long last = measure.check().lastSuccess();
      OptionalLong next = HeartbeatSchedule.parse(heartbeat).untilNext(last == null ? now : last);
      next.ifPresent(millis -> lines.add("", measure.labels(), millis / MILLIS));
    }
  }

  private static void expiry(Measure measure, long now, Lines lines) {
    Long expires = measure.status() == null ? null : measure.status().certificateExpires();
    if (expires != null) {
      lines.add(
          "",
          CheckLabels.with(measure.labels(), "domain", measure.check().host()),
          (expires - now) / MILLIS);
    }
  }
}
