package dev.belfry.engine.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.IcmpRequest;

/** Builds the member {@code icmpCheckResult} with the pings of a run and what came back. */
final class IcmpCheckResult {
  private IcmpCheckResult() {}

  static ObjectNode of(IcmpRequest request, ResultRow row, ObjectNode detail) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.set("assertions", AssertionView.of(detail.path("assertions")));
    result
        .putObject("request")
        .put("hostname", request.hostname())
        .put("ipFamily", request.ipFamily().wire())
        .put("pingCount", request.pingCount());
    if (detail.path("icmp") instanceof ObjectNode kept) {
      result.set("response", response(request, kept));
    } else {
      result.putNull("response");
    }
    return result.put("requestError", ApiCheckResult.requestError(row, detail));
  }

  /** A passed run keeps neither what it was asked nor its single pings. */
  private static ObjectNode response(IcmpRequest request, ObjectNode kept) {
    ObjectNode response =
        JsonNodeFactory.instance
            .objectNode()
            .put("hostname", request.hostname())
            .put("ipFamily", request.ipFamily().wire());
    response.set("pingCount", kept.path("packetsSent"));
    response.setAll(kept);
    JsonNode pings = kept.path("pingResults");
    response.set("pingResults", pings.isArray() ? pings : response.arrayNode());
    return response;
  }
}
