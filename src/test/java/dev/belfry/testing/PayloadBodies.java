package dev.belfry.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.contract.BodySchema;
import dev.belfry.contract.Contract;
import dev.belfry.error.Violation;
import dev.belfry.resource.Bodies;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The bodies of our contract, compiled once. */
public final class PayloadBodies implements Bodies {
  private static final Map<String, BodySchema> SCHEMAS = schemas();

  private static Map<String, BodySchema> schemas() {
    Map<String, BodySchema> schemas = new HashMap<>();
    Contract.load()
        .operations()
        .forEach(
            operation -> {
              BodySchema schema = operation.bodySchema();
              if (schema != null) {
                schemas.put(operation.id(), schema);
              }
            });
    return schemas;
  }

  @Override
  public ObjectNode read(String operationId, ObjectNode payload, List<Violation> violations) {
    BodySchema schema = SCHEMAS.get(operationId);
    if (schema == null) {
      throw new AssertionError(operationId + " takes no body");
    }
    return schema.read(payload.toString().getBytes(UTF_8), violations);
  }
}
