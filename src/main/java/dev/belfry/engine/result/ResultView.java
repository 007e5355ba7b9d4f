package dev.belfry.engine.result;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.check.ApiCheckRequest;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.DnsRequest;
import dev.belfry.monitoring.check.IcmpRequest;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.monitoring.check.SslRequest;
import dev.belfry.monitoring.check.TcpRequest;
import dev.belfry.monitoring.check.UrlRequest;
import dev.belfry.monitoring.check.Verdict;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;

/** Renders a result as JSON (wire contract 2.1). */
final class ResultView {
  private static final Set<Reason> TOO_SLOW =
      EnumSet.of(
          Reason.TOO_SLOW,
          Reason.NAME_LOOKUP_TIMEOUT,
          Reason.CONNECT_TIMEOUT,
          Reason.TLS_TIMEOUT,
          Reason.FIRST_BYTE_TIMEOUT,
          Reason.DOWNLOAD_TIMEOUT);

  private ResultView() {}

  /** The whole result as JSON text. */
  static String of(ResultStore.Check check, ResultRow row) {
    return node(check, row).toString();
  }

  /**
   * Some members of the result as JSON text, with its id in any case.
   *
   * @param fields names of the members, empty for all of them; other names are ignored
   */
  static String of(ResultStore.Check check, ResultRow row, Set<String> fields) {
    ObjectNode node = node(check, row);
    if (!fields.isEmpty()) {
      Set<String> kept = new LinkedHashSet<>(fields);
      kept.add("id");
      node.retain(kept);
    }
    return node.toString();
  }

  static ObjectNode node(ResultStore.Check check, ResultRow row) {
    String text = row.detail();
    ObjectNode detail = text == null ? JsonNodeFactory.instance.objectNode() : JsonText.parse(text);
    ResultId id = row.id();
    long started = id.at() + row.delayMillis();
    long stopped = started + MillisFormat.whole(row.phases().total());
    UUID run = new ResultId(id.at(), id.seriesId(), 0).toGuid();
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", id.toGuid().toString())
            .put("name", check.name())
            .put("checkId", check.id().toString())
            .put("hasFailures", row.verdict() == Verdict.FAILED)
            .put("hasErrors", row.verdict() == Verdict.OBSERVER_FAULT)
            .put("isDegraded", row.verdict() == Verdict.DEGRADED)
            .put("isCancelled", row.reason() == Reason.CANCELLED)
            .put("overMaxResponseTime", TOO_SLOW.contains(row.reason()))
            .put("runLocation", detail.path("location").asText(row.location()))
            .put("startedAt", time(started))
            .put("stoppedAt", time(stopped))
            .put("created_at", time(stopped))
            .put("responseTime", MillisFormat.whole(row.phases().total()))
            .put("checkRunId", id.at())
            .put("attempts", row.attempts())
            .put("resultType", type(row))
            .put("sequenceId", run.toString())
            .put("reason", row.reason() == Reason.NONE ? null : row.reason().name())
            .put("message", message(row, detail));
    if (detail.has("traceId")) {
      node.put("traceId", detail.path("traceId").asText());
    }
    node.putNull("apiCheckResult")
        .putNull("tcpCheckResult")
        .putNull("dnsCheckResult")
        .putNull("icmpCheckResult")
        .putNull("sslCheckResult");
    CheckRequest request = row.verdict() == Verdict.MISSED ? null : check.request();
    if (request instanceof UrlRequest || request instanceof ApiCheckRequest) {
      node.set("apiCheckResult", ApiCheckResult.of(request, row, detail));
    } else if (request instanceof TcpRequest tcp) {
      node.set("tcpCheckResult", TcpCheckResult.of(tcp, row, detail));
    } else if (request instanceof DnsRequest dns) {
      node.set("dnsCheckResult", DnsCheckResult.of(dns, row, detail));
    } else if (request instanceof IcmpRequest icmp) {
      node.set("icmpCheckResult", IcmpCheckResult.of(icmp, row, detail));
    } else if (request instanceof SslRequest ssl) {
      node.set("sslCheckResult", SslCheckResult.of(ssl, row, detail));
    }
    return node;
  }

  private static String type(ResultRow row) {
    if (row.verdict() == Verdict.MISSED) {
      return "MISSED";
    }
    return row.id().attempt() == 0 ? "FINAL" : "ATTEMPT";
  }

  private static @org.jspecify.annotations.Nullable String message(
      ResultRow row, ObjectNode detail) {
    String stored = detail.path("message").asText("");
    if (!stored.isEmpty()) {
      return stored;
    }
    return row.reason() == Reason.NONE ? null : row.reason().sentence();
  }

  private static String time(long millis) {
    return JsonText.timestamp(Instant.ofEpochMilli(millis));
  }
}
