package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a schema of the contract takes: names of members, and kinds of values. Whether a value is
 * right is for the schema itself to say.
 *
 * @param members of an object; empty when any are taken
 * @param items of a list, null when any are taken
 */
record Shape(Set<Type> types, Map<String, Shape> members, @Nullable Shape items) {
  private static final String REFERENCE = "#/components/schemas/";

  /** Takes anything. */
  static final Shape ANY = new Shape(EnumSet.allOf(Type.class), Map.of(), null);

  /** Kinds of values. */
  enum Type {
    OBJECT,
    ARRAY,
    STRING,
    NUMBER,
    BOOLEAN,
    NULL
  }

  /**
   * The shape of a schema.
   *
   * @param schemas all schemas of the contract by name
   */
  static Shape of(JsonNode schemas, String name) {
    return of(schemas, schemas.get(name));
  }

  private static Shape of(JsonNode schemas, JsonNode schema) {
    if (schema.has("$ref")) {
      return of(schemas, schemas.get(schema.get("$ref").asText().substring(REFERENCE.length())));
    }
    Set<Type> types = EnumSet.noneOf(Type.class);
    Map<String, Shape> members = new LinkedHashMap<>();
    Shape items = null;
    JsonNode type = schema.path("type");
    add(types, type.asText());
    type.forEach(one -> add(types, one.asText()));
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      members.put(property.getKey(), of(schemas, property.getValue()));
    }
    if (schema.has("items")) {
      items = of(schemas, schema.get("items"));
    }
    for (JsonNode choice : schema.path(schema.has("allOf") ? "allOf" : "anyOf")) {
      Shape shape = of(schemas, choice);
      types.addAll(shape.types());
      members.putAll(shape.members());
      items = items == null ? shape.items() : items;
    }
    return types.isEmpty() ? ANY : new Shape(types, members, items);
  }

  private static void add(Set<Type> types, String word) {
    switch (word) {
      case "integer", "number" -> types.add(Type.NUMBER);
      case "object" -> types.add(Type.OBJECT);
      case "array" -> types.add(Type.ARRAY);
      case "string" -> types.add(Type.STRING);
      case "boolean" -> types.add(Type.BOOLEAN);
      case "null" -> types.add(Type.NULL);
      default -> {}
    }
  }

  boolean takes(Type type) {
    return types.contains(type);
  }

  /** The shape of a member, null when there is no such member. */
  @Nullable Shape member(String name) {
    return members.get(name);
  }

  /** The shape of every item. */
  Shape item() {
    return items == null ? ANY : items;
  }
}
