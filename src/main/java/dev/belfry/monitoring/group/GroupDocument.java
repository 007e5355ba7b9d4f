package dev.belfry.monitoring.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/**
 * A group in the form in which a project's is compared with the stored one: its settings. The two
 * generations differ in their defaults alone.
 */
final class GroupDocument {
  private static final String MASK = "****";

  private GroupDocument() {}

  /** Reads a payload. */
  static ObjectNode ofPayload(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    payload.remove("alertChannelSubscriptions");
    String operation = payload.path("v").asInt() == 2 ? "createCheckGroupV2" : "createCheckGroup";
    List<Violation> found = new ArrayList<>();
    ObjectNode body =
        bodies.read(
            operation,
            payload,
            new dev.belfry.api.contract.DraftReader<>(b -> b, GroupDraftRules::ofDraft),
            found);
    violations.addAll(found);
    return found.isEmpty() ? GroupDraft.of(body).newSettings() : body;
  }

  /** A copy for people to read. */
  static ObjectNode masked(ObjectNode document) {
    ObjectNode masked = document.deepCopy();
    for (JsonNode variable : masked.path("environmentVariables")) {
      if (variable.path("secret").asBoolean()) {
        ((ObjectNode) variable).put("value", MASK);
      }
    }
    if (masked.at("/apiCheckDefaults/basicAuth") instanceof ObjectNode basicAuth
        && !basicAuth.path("password").asText("").isEmpty()) {
      basicAuth.put("password", MASK);
    }
    return masked;
  }
}
