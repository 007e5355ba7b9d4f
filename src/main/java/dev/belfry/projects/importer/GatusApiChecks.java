package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.BodyType;

/**
 * Converts what is special about endpoints with a web address that send more than a GET or look at
 * the body of the answer: they become API checks.
 */
final class GatusApiChecks {
  private GatusApiChecks() {}

  /** Whether a URL monitor would be less than the endpoint was. */
  static boolean isNeeded(TrackedObject from) {
    if (RequestParts.hasMethod(from)
        || !from.text("body").isBlank()
        || !from.object("headers").isEmpty()
        || from.flag("graphql", false)) {
      return true;
    }
    for (JsonNode condition : from.get("conditions")) {
      if (GatusBodies.concerns(condition.asText())) {
        return true;
      }
    }
    return false;
  }

  /** Gives a request what it carries. */
  static void request(TrackedObject from, ObjectNode request) {
    RequestParts.method(from, request);
    RequestParts.headers(from.object("headers"), request);
    String body = from.text("body");
    boolean graphql = from.flag("graphql", false);
    if (!body.isBlank()) {
      request.put("bodyType", (graphql ? BodyType.GRAPHQL : BodyType.RAW).name()).put("body", body);
    }
  }
}
