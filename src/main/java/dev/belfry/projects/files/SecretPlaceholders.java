package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Replaces secrets by names of variables, and escapes other texts that look like such a name. */
final class SecretPlaceholders {
  private final List<String> names = new ArrayList<>();

  /** The names that were given out, in their order. */
  List<String> names() {
    return names;
  }

  /**
   * A document without its secrets.
   *
   * @param name of its resource
   * @param masked differs from the document where a secret is
   */
  ObjectNode hide(String name, ObjectNode document, ObjectNode masked) {
    return (ObjectNode) hide(List.of(name), document, masked);
  }

  private JsonNode hide(List<String> path, JsonNode value, JsonNode masked) {
    if (value instanceof ObjectNode object) {
      ObjectNode hidden = object.objectNode();
      boolean variable = object.has("key") && object.has("value");
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        String step = variable ? object.get("key").asText() : member.getKey();
        hidden.set(
            member.getKey(),
            hide(with(path, step), member.getValue(), masked.path(member.getKey())));
      }
      return hidden;
    }
    if (value instanceof ArrayNode list) {
      ArrayNode hidden = list.arrayNode();
      for (int i = 0; i < list.size(); i++) {
        hidden.add(hide(path, list.get(i), masked.path(i)));
      }
      return hidden;
    }
    if (!value.equals(masked)) {
      return TextNode.valueOf("${" + name(path) + "}");
    }
    return value.isTextual()
        ? TextNode.valueOf(VariableSubstitution.escape(value.textValue()))
        : value;
  }

  private static List<String> with(List<String> path, String step) {
    List<String> longer = new ArrayList<>(path);
    longer.add(step);
    return longer;
  }

  private String name(List<String> path) {
    List<String> parts = new ArrayList<>(List.of(path.get(0)));
    if (path.size() > 1) {
      parts.add(path.get(path.size() - 1));
    }
    String wanted =
        String.join("_", parts)
            .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
            .replaceAll("[^A-Za-z0-9]+", "_")
            .toUpperCase(Locale.ROOT);
    if (!wanted.matches("[A-Z].*") || wanted.startsWith("BELFRY_")) {
      wanted = "SECRET_" + wanted;
    }
    String name = wanted;
    for (int i = 2; names.contains(name); i++) {
      name = wanted + "_" + i;
    }
    names.add(name);
    return name;
  }
}
