package dev.belfry.projects.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** JSON pointers (RFC 6901) in which {@code *} stands for every item of a list. */
final class Pointers {
  private Pointers() {}

  /**
   * Replaces every value that a pattern points at.
   *
   * @param change gets the exact pointer and the value, and gives the new value, null to keep it
   */
  static void replace(
      JsonNode root, String pattern, BiFunction<String, JsonNode, @Nullable JsonNode> change) {
    step(root, List.of(pattern.substring(1).split("/", -1)), "", change);
  }

  private static void step(
      JsonNode node,
      List<String> rest,
      String here,
      BiFunction<String, JsonNode, @Nullable JsonNode> change) {
    String name = rest.get(0);
    if (name.equals("*") && node instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        String pointer = here + "/" + i;
        if (rest.size() > 1) {
          step(list.get(i), rest.subList(1, rest.size()), pointer, change);
        } else {
          JsonNode changed = change.apply(pointer, list.get(i));
          if (changed != null) {
            list.set(i, changed);
          }
        }
      }
    } else if (node instanceof ObjectNode object && object.has(name)) {
      String pointer = here + "/" + name;
      if (rest.size() > 1) {
        step(object.get(name), rest.subList(1, rest.size()), pointer, change);
      } else {
        JsonNode changed = change.apply(pointer, object.get(name));
        if (changed != null) {
          object.set(name, changed);
        }
      }
    }
  }
}
