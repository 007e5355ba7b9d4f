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
record Family<T>(String name, String type, String help, Samples<T> samples) {
  /** What writes the samples of a check or an objective. */
  @FunctionalInterface
  interface Samples<T> {
    /** Appends the lines of one, none when the family does not concern it. */
    void write(T measured, Lines lines);
  }

  private static final String STATUS = "status";
  private static final String TYPE = "type";
  private static final String LE = "le";
  private static final String BUCKET = "_bucket";
  private static final double MICROS = 1e6;
  private static final double MILLIS = 1e3;

  /**
   * All families of checks.
   *
   * @param now milliseconds since 1970
   */
  static List<Family<Measure>> all(long now) {
    List<Family<Measure>> families = new ArrayList<>();
    families.add(
        new Family<>(
            "checkly_check_status",
            "gauge",
            "Whether the check has the status that the label names.",
            Family::status));
    families.add(
        new Family<>(
            "checkly_check_result_total",
            "counter",
            "Results of the check by status, without retried attempts.",
            Family::results));
    CheckType.ofRequests().forEach(type -> families.add(timing(type, metricOf(type))));
    families.add(timing(CheckType.TCP, "checkly_tcp_check_timing_seconds"));
    families.add(
        new Family<>(
            "checkly_icmp_monitor_packet_loss_ratio",
            "gauge",
            "The lost share of the pings sent in the last hour, 0 to 1.",
            Family::packetLoss));
    families.add(
        new Family<>(
            "checkly_heartbeat_last_success_timestamp_seconds",
            "gauge",
            "When the last ping that passed came, seconds since 1970, 0 for none that is kept.",
            Family::lastSuccess));
    families.add(
        new Family<>(
            "checkly_heartbeat_expected_interval_seconds",
            "gauge",
            "How long after the last ping that passed the next one is expected.",
            (measure, lines) -> expectedInterval(measure, now, lines)));
    families.add(
        new Family<>(
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

  private static Family<Measure> timing(CheckType type, String metric) {
    return new Family<>(
        metric,
        "histogram",
        "Response times of the runs that got an answer as type total, and their phases.",
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
    CheckType type = measure.check().type();
    for (LocationTotals totals : measure.totals()) {
      String labels = located(measure, totals);
      whole(CheckLabels.with(labels, TYPE, "total"), totals, lines);
      if (type == CheckType.ICMP) {
        whole(CheckLabels.with(labels, TYPE, "latency_avg"), totals, lines);
      }
      for (TimedPhase phase : TimedPhase.of(type)) {
        sums(
            CheckLabels.with(labels, TYPE, phase.word()),
            phase.runs().applyAsLong(totals),
            phase.micros().applyAsLong(totals),
            lines);
      }
    }
  }

  private static void whole(String labels, LocationTotals totals, Lines lines) {
    for (int i = 0; i < Buckets.size(); i++) {
      String bound = Lines.number(Buckets.bound(i));
      lines.add(BUCKET, CheckLabels.with(labels, LE, bound), totals.buckets().within(i));
    }
    sums(labels, totals.answered(), totals.responseMicros(), lines);
  }

  /** The part of a histogram that gives averages; its one bucket is required. */
  private static void sums(String labels, long count, long micros, Lines lines) {
    lines.add(BUCKET, CheckLabels.with(labels, LE, "+Inf"), count);
    lines.add("_sum", labels, micros / MICROS);
    lines.add("_count", labels, count);
  }

  private static void packetLoss(Measure measure, Lines lines) {
    for (LocationTotals totals : measure.totals()) {
      if (totals.pings().sent() > 0) {
        lines.add("", located(measure, totals), totals.pings().loss());
      }
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
