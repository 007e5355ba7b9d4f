package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.monitoring.check.CheckType;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Reduces documents of other services to the members that files can have. */
public final class KnownMembers {
  private final Shapes shapes;

  /**
   * @param schemas the schemas of the contract by name
   */
  public KnownMembers(JsonNode schemas) {
    this.shapes = new Shapes(schemas);
  }

  /**
   * A document without unknown members.
   *
   * @param check the type of a check, null for other resources
   * @param unknown takes the path of each such member, and its value
   */
  public ObjectNode of(
      ResourceType type,
      @Nullable CheckType check,
      ObjectNode document,
      BiConsumer<String, JsonNode> unknown) {
    Section section = Section.of(type);
    Shape shape = check == null ? shapes.of(section) : shapes.ofMonitor(check);
    ObjectNode kept = document.objectNode();
    for (Map.Entry<String, JsonNode> member : document.properties()) {
      String name = member.getKey();
      Shape of = shape.member(name);
      if (check != null && (name.equals("checkType") || name.equals("groupId"))) {
        kept.set(name, member.getValue());
      } else if (of == null || section.hidden().contains(name)) {
        unknown.accept(name, member.getValue());
      } else {
        kept.set(name, reduced(name, of, member.getValue(), unknown));
      }
    }
    return kept;
  }

  private static JsonNode reduced(
      String path, Shape shape, JsonNode value, BiConsumer<String, JsonNode> unknown) {
    if (value instanceof ArrayNode list) {
      ArrayNode kept = list.arrayNode();
      list.forEach(item -> kept.add(reduced(path, shape.item(), item, unknown)));
      return kept;
    }
    if (!(value instanceof ObjectNode object) || shape.members().isEmpty()) {
      return value;
    }
    ObjectNode kept = object.objectNode();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      String at = path + "." + member.getKey();
      Shape of = shape.member(member.getKey());
      if (of == null) {
        unknown.accept(at, member.getValue());
      } else {
        kept.set(member.getKey(), reduced(at, of, member.getValue(), unknown));
      }
    }
    return kept;
  }
}
