package dev.belfry.engine.heartbeat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.alerting.alert.FinalResult;
import dev.belfry.api.http.PingDetail;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.monitoring.heartbeat.BeatEvent;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An event as it is stored: a result of the monitor's series, whose detail tells the rest. The
 * start of a job is an attempt, which counts nowhere.
 *
 * @param micros time since the start of the job, 0 when it is unknown
 * @param detail JSON text
 */
record BeatResult(long at, int attempt, Verdict verdict, Reason reason, int micros, String detail) {
  /** The place of the series of heartbeat monitors. */
  static final String LOCATION = "heartbeat";

  private static final int MOST_TEXT = 500;

  /** The result of an event that no ping made. */
  static BeatResult missed(BeatEvent event, HeartbeatRow row) {
    return of(event, row, null, null);
  }

  /**
   * The result of an event.
   *
   * @param report of the ping that made it, null for none
   * @param ping the ping, null for none
   */
  static BeatResult of(
      BeatEvent event, HeartbeatRow row, @Nullable PingReport report, @Nullable PingDetail ping) {
    ObjectNode detail = JsonNodeFactory.instance.objectNode().put("state", event.kind().name());
    Integer code = report == null || event.missed() ? null : report.exitCode();
    if (event.isFailure()) {
      detail.put("message", message(event, row, code));
    }
    if (code != null) {
      detail.put("exitCode", code);
    }
    Long duration = event.durationMillis();
    if (duration != null) {
      detail.put("duration", duration);
    }
    if (ping != null && !event.missed()) {
      describe(ping, detail);
    }
    boolean isStart = event.kind() == BeatEvent.Kind.STARTED;
    return new BeatResult(
        event.at(),
        isStart ? 1 : 0,
        event.isFailure() ? Verdict.FAILED : Verdict.PASSED,
        reason(event),
        duration == null ? 0 : micros(duration),
        detail.toString());
  }

  /** One without a duration has a reason that keeps its response time out of the figures. */
  private static Reason reason(BeatEvent event) {
    if (event.missed()) {
      return Reason.NO_HEARTBEAT;
    }
    if (event.isFailure()) {
      return Reason.HEARTBEAT_FAILED;
    }
    return event.durationMillis() == null ? Reason.HEARTBEAT : Reason.NONE;
  }

  private static String message(BeatEvent event, HeartbeatRow row, @Nullable Integer code) {
    if (!event.missed()) {
      return code == null
          ? Reason.HEARTBEAT_FAILED.sentence()
          : "The job ended with exit code " + code;
    }
    Long since = event.since();
    String last = since == null ? "" : "; the last one came at " + Instant.ofEpochMilli(since);
    return "No heartbeat within " + row.schedule().words() + last;
  }

  private static void describe(PingDetail ping, ObjectNode detail) {
    String origin = ping.origin();
    String source = "HTTP " + ping.method() + (origin == null ? "" : " from " + origin);
    detail.put("source", text(source));
    String agent = ping.userAgent();
    if (agent != null) {
      detail.put("userAgent", text(agent));
    }
    if (!ping.body().isEmpty()) {
      detail.put("body", storable(ping.body()));
    }
  }

  private static String text(String sent) {
    return storable(sent.length() <= MOST_TEXT ? sent : sent.substring(0, MOST_TEXT));
  }

  /** Replaces NUL, which Postgres cannot store in JSON. */
  private static String storable(String text) {
    return text.replace('\u0000', '\ufffd');
  }

  private static int micros(long millis) {
    return (int) Math.min(Integer.MAX_VALUE, TimeUnit.MILLISECONDS.toMicros(millis));
  }

  /** Whether it is a run of the monitor, and not only the start of one. */
  boolean isFinal() {
    return attempt == 0;
  }

  /** What alerts need of it. */
  FinalResult toFinal(HeartbeatRow row) {
    return new FinalResult(
        row.monitor(), row.seriesId(), LOCATION, at, verdict, at, at, micros, 0, detail);
  }
}
