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
 * Selects the checks to trigger: those that meet both conditions.
 *
 * @param checks their ids; null for all
 * @param tags lists of tags, JSON text; null for all checks. A check must have every tag of one
 *     list, and no tag that the list names with an exclamation mark before it
 */
public record SessionTarget(@Nullable List<UUID> checks, @Nullable String tags) {

  /** Reads a valid body. */
  static SessionTarget of(ObjectNode body) {
    JsonNode target = body.path("target");
    return new SessionTarget(checks(target.path("checkId")), tags(target.path("matchTags")));
  }

  /** Reads a valid body of a command line, where an empty list selects all checks. */
  public static SessionTarget ofTestSession(ObjectNode body) {
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

  /** Turns a bare tag into a list of one. */
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
