package dev.belfry.engine.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.DnsRequest;
import java.util.List;

/** Builds the member {@code dnsCheckResult} with the query and what the name server answered. */
final class DnsCheckResult {
  private static final List<String> PHASES = List.of("dns", "tcp", "firstByte", "total");

  private DnsCheckResult() {}

  static ObjectNode of(DnsRequest request, ResultRow row, ObjectNode detail) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.set("assertions", AssertionView.of(detail.path("assertions")));
    result
        .putObject("request")
        .put("query", request.query())
        .put("recordType", request.recordType().name())
        .put("nameServer", request.nameServer())
        .put("port", request.port())
        .put("protocol", request.protocol().name());
    if (detail.has("responseCode")) {
      ObjectNode response =
          result
              .putObject("response")
              .put("responseCode", detail.path("responseCode").asText())
              .put("server", detail.path("server").asText())
              .put("protocol", detail.path("protocol").asText())
              .put("truncated", detail.path("truncated").asBoolean());
      ArrayNode answers = response.putArray("answers");
      detail.path("records").forEach(answers::add);
    } else {
      result.putNull("response");
    }
    result.put("requestError", ApiCheckResult.requestError(row, detail));
    result.set("timingPhases", PhaseView.of(row.phases(), PHASES));
    return result;
  }
}
