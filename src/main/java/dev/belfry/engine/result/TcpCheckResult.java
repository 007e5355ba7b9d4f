package dev.belfry.engine.result;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.TcpRequest;
import java.util.List;

/** Builds the member {@code tcpCheckResult} with the request and what the server sent. */
final class TcpCheckResult {
  private static final List<String> PHASES =
      List.of("dns", "tcp", "firstByte", "download", "total");

  private TcpCheckResult() {}

  static ObjectNode of(TcpRequest request, ResultRow row, ObjectNode detail) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.set("assertions", AssertionView.of(detail.path("assertions")));
    result
        .putObject("request")
        .put("hostname", request.hostname())
        .put("port", request.port())
        .put("data", request.data())
        .put("ipFamily", request.ipFamily().wire());
    if (detail.has("data")) {
      result
          .putObject("response")
          .put("data", detail.path("data").asText())
          .put("bytes", detail.path("bytes").asLong())
          .put("cut", detail.path("cut").asBoolean());
    } else {
      result.putNull("response");
    }
    result.put("requestError", ApiCheckResult.requestError(row, detail));
    result.put("address", detail.path("address").textValue());
    result.set("timingPhases", PhaseView.of(row.phases(), PHASES));
    return result;
  }
}
