package dev.belfry.engine.testsession;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the member {@code checkRunData} of a message, from which command lines print why a check
 * failed. They know other names than results have.
 */
final class CheckRunData {
  private static final String RESPONSE = "response";

  private CheckRunData() {}

  /**
   * The data of a result; null for a type that command lines print nothing of.
   *
   * @param result as the API shows it
   */
  static @Nullable ObjectNode of(ObjectNode result) {
    return switch (result.path("checkType").asText()) {
      case "URL", "API" -> http(copy(result.path("apiCheckResult")));
      case "TCP" -> copy(result.path("tcpCheckResult"));
      case "DNS" -> dns(copy(result.path("dnsCheckResult")));
      case "SSL" -> copy(result.path("sslCheckResult"));
      case "ICMP" -> copy(result.path("icmpCheckResult"));
      default -> null;
    };
  }

  private static ObjectNode copy(JsonNode shown) {
    return shown instanceof ObjectNode object
        ? object.deepCopy()
        : JsonNodeFactory.instance.objectNode();
  }

  /** A body that was not kept is printed as an empty one. */
  private static ObjectNode http(ObjectNode data) {
    if (data.path(RESPONSE) instanceof ObjectNode response && response.path("body").isNull()) {
      response.put("body", "");
    }
    return data;
  }

  private static ObjectNode dns(ObjectNode data) {
    if (data.path(RESPONSE) instanceof ObjectNode response) {
      List<String> answers = new ArrayList<>();
      response
          .path("answers")
          .forEach(one -> answers.add(one.isTextual() ? one.textValue() : one.toString()));
      data.putObject(RESPONSE)
          .put("returnCode", response.path("responseCode").asText())
          .put("responseTime", Math.round(data.at("/timingPhases/total").asDouble()))
          .put("answer", String.join("\n", answers));
    }
    return data;
  }
}
