package dev.belfry.engine.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.ApiCheckRequest;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * Builds the member {@code apiCheckResult} with the request and the response. A result that passed
 * has only status and timings.
 */
final class ApiCheckResult {
  /** Reasons with a lower code ended a probe before a response was complete. */
  private static final int FIRST_OF_THE_ANSWER = Reason.STATUS.code();

  private ApiCheckResult() {}

  static ObjectNode of(CheckRequest request, ResultRow row, ObjectNode detail) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.set("assertions", AssertionView.of(detail.path("assertions")));
    JsonNode kept = detail.path("sent");
    String method = request instanceof ApiCheckRequest api ? api.method() : "GET";
    ObjectNode sent =
        result
            .putObject("request")
            .put("method", kept.path("method").asText(method))
            .put("url", detail.path("url").asText(request.target()))
            .put("data", kept.path("body").asText(""));
    sent.set("headers", byName(kept.path("headers")));
    sent.set("params", byName(kept.path("params")));
    if (row.status() == 0) {
      result.putNull("response");
    } else {
      result.set("response", response(row, detail));
    }
    result.put("requestError", requestError(row, detail));
    result.put("address", detail.path("address").textValue());
    result.set("redirects", detail.path("redirects").isArray() ? detail.get("redirects") : empty());
    return result.putNull("jobLog").putNull("jobAssets");
  }

  /** Why no complete answer came back; null when one did. */
  static @Nullable String requestError(ResultRow row, ObjectNode detail) {
    boolean unanswered =
        row.verdict() == Verdict.OBSERVER_FAULT
            || (row.reason() != Reason.NONE && row.reason().code() < FIRST_OF_THE_ANSWER);
    return unanswered ? detail.path("message").asText(row.reason().sentence()) : null;
  }

  private static ArrayNode empty() {
    return JsonNodeFactory.instance.arrayNode();
  }

  private static ObjectNode response(ResultRow row, ObjectNode detail) {
    ObjectNode response =
        JsonNodeFactory.instance
            .objectNode()
            .put("status", row.status())
            .put("statusText", detail.path("statusText").asText(""))
            .put("body", detail.path("body").textValue())
            .put("bodyCut", detail.path("bodyCut").asBoolean());
    response.set("headers", byName(detail.path("headers")));
    ResultRow.Phases phases = row.phases();
    response.set("timings", timings(phases));
    response.set("timingPhases", PhaseView.of(phases));
    return response;
  }

  /** Joins the values of a repeated header (RFC 9110, section 5.3). */
  private static ObjectNode byName(JsonNode stored) {
    ObjectNode headers = JsonNodeFactory.instance.objectNode();
    for (JsonNode header : stored) {
      String name = header.path(0).asText();
      String value = header.path(1).asText();
      headers.put(name, headers.has(name) ? headers.get(name).asText() + ", " + value : value);
    }
    return headers;
  }

  /** Milliseconds from the start of the request to the end of each phase. */
  private static ObjectNode timings(ResultRow.Phases phases) {
    long connected = phases.dns() + phases.tcp();
    return JsonNodeFactory.instance
        .objectNode()
        .put("socket", 0.0)
        .put("lookup", MillisFormat.exact(phases.dns()))
        .put("connect", MillisFormat.exact(connected))
        .put("secureConnect", MillisFormat.exact(connected + phases.tls()))
        .put("response", MillisFormat.exact(connected + phases.tls() + phases.firstByte()))
        .put("end", MillisFormat.exact(phases.total()));
  }
}
