package dev.belfry.engine.testsession;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;

/**
 * A session that is to be stored.
 *
 * @param suite names the topic of its results
 * @param provider {@code API} for checks of the request, {@code TRIGGER} for stored ones
 * @param recorded whether lists show it
 * @param metadata what is tested, JSON text
 */
record NewTestSession(
    UUID id, UUID suite, String provider, boolean recorded, String name, String metadata) {
  private static final List<String> OF_REPOSITORY =
      List.of("repoUrl", "commitId", "commitOwner", "commitMessage", "branchName");

  /**
   * Reads a valid body.
   *
   * @param unnamed its name when the client gives none
   */
  static NewTestSession of(UUID id, UUID suite, String provider, ObjectNode body, String unnamed) {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    copy("environment", body, metadata);
    OF_REPOSITORY.forEach(member -> copy(member, body.path("repoInfo"), metadata));
    String name = body.path("name").asText("");
    return new NewTestSession(
        id,
        suite,
        provider,
        body.path("shouldRecord").asBoolean(true),
        name.isBlank() ? unnamed : name,
        metadata.toString());
  }

  private static void copy(String member, JsonNode from, ObjectNode to) {
    JsonNode value = from.path(member);
    if (value.isTextual() && !value.textValue().isEmpty()) {
      to.put(member, value.textValue().replace('\0', ' '));
    }
  }
}
