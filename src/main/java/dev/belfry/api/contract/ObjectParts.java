package dev.belfry.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;

/** Objects that the contract describes in several parts, in an {@code allOf}. */
final class ObjectParts {
  private static final String PARTS = "allOf";
  private static final Set<String> NOTES =
      Set.of("description", "title", "examples", "example", "deprecated");
  private static final Set<String> RULES = Set.of("type", "required", "properties");

  private ObjectParts() {}

  /**
   * One schema with the members of all parts in order; a schema without several parts as it is.
   *
   * @throws IllegalStateException if the parts do not make one object
   */
  static JsonNode join(JsonNode document, JsonNode schema) {
    if (!schema.has(PARTS) || schema.get(PARTS).size() == 1) {
      return schema;
    }
    ObjectNode joined = JsonNodeFactory.instance.objectNode().put("type", "object");
    ArrayNode required = joined.putArray("required");
    ObjectNode properties = joined.putObject("properties");
    for (JsonNode part : schema.get(PARTS)) {
      JsonNode object = object(document, part);
      object.path("required").forEach(required::add);
      for (Map.Entry<String, JsonNode> member : object.path("properties").properties()) {
        if (properties.putIfAbsent(member.getKey(), member.getValue()) != null) {
          throw new IllegalStateException(
              "The contract has a member in two parts of an allOf: " + member.getKey());
        }
      }
    }
    if (properties.isEmpty()) {
      throw new IllegalStateException("The contract has an allOf without members: " + schema);
    }
    for (Map.Entry<String, JsonNode> own : schema.properties()) {
      String keyword = own.getKey();
      if (isNote(keyword)) {
        joined.set(keyword, own.getValue());
      } else if (!keyword.equals(PARTS)) {
        throw new IllegalStateException("The contract has a rule beside an allOf: " + keyword);
      }
    }
    return joined;
  }

  private static JsonNode object(JsonNode document, JsonNode part) {
    JsonNode target = part;
    while (target.has("$ref")) {
      target = document.at(target.get("$ref").asText().substring(1));
    }
    JsonNode object = join(document, target);
    if (!"object".equals(object.path("type").textValue())) {
      throw new IllegalStateException("The contract has an allOf of more than objects: " + part);
    }
    object
        .fieldNames()
        .forEachRemaining(
            keyword -> {
              if (!RULES.contains(keyword) && !isNote(keyword)) {
                throw new IllegalStateException(
                    "The contract has an unsupported keyword in a part of an allOf: " + keyword);
              }
            });
    return object;
  }

  private static boolean isNote(String keyword) {
    return NOTES.contains(keyword) || keyword.startsWith("x-");
  }
}
