package dev.belfry.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.error.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Random bodies of an operation that are valid by its schema, as the operation gets them. */
public final class BodySamples {
  private static final Contract CONTRACT = Contract.load();

  private BodySamples() {}

  /** So many bodies, the same ones each time. */
  public static Stream<ObjectNode> of(String operationId, int count) {
    JsonNode document = document();
    SchemaSamples samples = new SchemaSamples(document, 16);
    JsonNode unresolved = schema(document, operationId);
    BodySchema schema = Objects.requireNonNull(CONTRACT.operation(operationId).bodySchema());
    return Stream.generate(() -> samples.valid(unresolved))
        .limit(count)
        .flatMap(
            sample -> {
              List<Violation> violations = new ArrayList<>();
              ObjectNode body = schema.read((ObjectNode) sample, violations);
              return violations.isEmpty() ? Stream.of(body) : Stream.empty();
            });
  }

  private static JsonNode schema(JsonNode document, String operationId) {
    for (JsonNode path : document.get("paths")) {
      for (JsonNode operation : path) {
        if (operationId.equals(operation.path("operationId").asText())) {
          return operation.at("/requestBody/content/application~1json/schema");
        }
      }
    }
    throw new IllegalArgumentException(operationId);
  }

  private static JsonNode document() {
    try {
      return new ObjectMapper().readTree(CONTRACT.json());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
