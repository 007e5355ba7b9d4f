package dev.belfry.engine.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which checks are asked to run: those that meet both conditions.
 *
 * @param checks their ids; null does not restrict
 * @param tags lists of tags, JSON text: a check must carry every tag of one of the lists, and none
 *     written with an exclamation mark before it; null does not restrict
 */
record SessionTarget(@Nullable List<UUID> checks, @Nullable String tags) {

  /** Reads a valid body. */
  static SessionTarget of(ObjectNode body) {
    JsonNode target = body.path("target");
    return new SessionTarget(checks(target.path("checkId")), tags(target.path("matchTags")));
  }

  /** Reads a valid body of a command line, where an empty list does not restrict. */
  static SessionTarget ofTestSession(ObjectNode body) {
    JsonNode lists = body.path("targetTags");
    return new SessionTarget(checks(body.path("checkId")), lists.isEmpty() ? null : tags(lists));
  }

  private static @Nullable List<UUID> checks(JsonNode ids) {
    if (ids.isTextual()) {
      return List.of(UUID.fromString(ids.textValue()));
    }
    if (!ids.isArray()) {
      return null;
    }
    List<UUID> checks = new ArrayList<>();
    ids.forEach(id -> checks.add(UUID.fromString(id.textValue())));
    return checks;
  }

  /** A bare tag stands for a list of one. */
  private static @Nullable String tags(JsonNode lists) {
    if (!lists.isArray()) {
      return null;
    }
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    lists.forEach(
        list -> all.add(list.isArray() ? list : JsonNodeFactory.instance.arrayNode().add(list)));
    return all.toString();
  }
}
