package dev.belfry.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.ContractDocument;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The examples of the contract. */
public final class ContractExamples {
  private static final JsonNode DOCUMENT = document();

  private ContractExamples() {}

  private static JsonNode document() {
    try {
      return new ObjectMapper().readTree(ContractDocument.read().json());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The example of an operation's request body. */
  public static ObjectNode body(String operationId) {
    for (JsonNode path : DOCUMENT.get("paths")) {
      for (JsonNode operation : path) {
        if (operationId.equals(operation.path("operationId").asText())) {
          JsonNode content = operation.at("/requestBody/content/application~1json");
          return (ObjectNode)
              (content.has("example")
                  ? content.get("example")
                  : content.get("examples").elements().next().get("value"));
        }
      }
    }
    throw new AssertionError("no operation " + operationId);
  }
}
