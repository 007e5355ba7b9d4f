package dev.belfry.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes bodies from a schema: mostly valid ones, and ones with something changed. Seeded. */
final class SchemaSamples {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final JsonNode document;
  private final Random random;

  SchemaSamples(JsonNode document, long seed) {
    this.document = document;
    this.random = new Random(seed);
  }

  /** A body that is valid but for what this schema cannot express. */
  JsonNode valid(JsonNode unresolved) {
    JsonNode schema = resolve(unresolved);
    if (schema.has("allOf")) {
      return valid(schema.at("/allOf/0"));
    }
    if (schema.has("anyOf")) {
      return valid(pick(schema.get("anyOf")));
    }
    if (schema.has("enum")) {
      return pick(schema.get("enum"));
    }
    JsonNode type = schema.get("type").isArray() ? pick(schema.get("type")) : schema.get("type");
    return switch (type.asText()) {
      case "object" -> object(schema);
      case "array" -> array(schema);
      case "string" -> JSON.textNode(text(schema));
      case "integer" -> JSON.numberNode(whole(schema));
      case "number" -> JSON.numberNode(whole(schema) + (random.nextInt(4) == 0 ? 0.5 : 0));
      case "boolean" -> JSON.booleanNode(random.nextBoolean());
      default -> JSON.nullNode();
    };
  }

  /** The same body with one member, item or value somewhere in it changed. */
  JsonNode broken(JsonNode body) {
    JsonNode copy = body.deepCopy();
    List<Runnable> changes = new ArrayList<>();
    collect(copy, changes);
    if (changes.isEmpty()) {
      return strange();
    }
    changes.get(random.nextInt(changes.size())).run();
    return copy;
  }

  private void collect(JsonNode node, List<Runnable> changes) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        changes.add(() -> object.remove(member.getKey()));
        changes.add(() -> object.set(member.getKey(), strange()));
        changes.add(() -> object.set(member.getKey(), strange()));
        collect(member.getValue(), changes);
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        int index = i;
        changes.add(() -> array.set(index, strange()));
        changes.add(() -> array.add(array.get(index)));
        collect(array.get(i), changes);
      }
    }
  }

  private JsonNode strange() {
    return switch (random.nextInt(16)) {
      case 0 -> JSON.nullNode();
      case 1 -> JSON.booleanNode(true);
      case 2 -> JSON.numberNode(-1);
      case 3 -> JSON.numberNode(0);
      case 4 -> JSON.numberNode(1.5);
      case 5 -> JSON.numberNode(5.0);
      case 6 -> JSON.numberNode(30_001);
      case 7 -> JSON.numberNode(1_000_000_007L);
      case 8 -> JSON.textNode("");
      case 9 -> JSON.textNode("x".repeat(256));
      case 10 -> JSON.textNode("\uD83D\uDE00".repeat(255));
      case 11 -> JSON.textNode("x".repeat(2_049));
      case 12 -> JSON.textNode("200");
      case 13 -> JSON.arrayNode();
      case 14 -> JSON.arrayNode().add("a").add("a");
      default -> JSON.objectNode();
    };
  }

  private ObjectNode object(JsonNode schema) {
    ObjectNode object = JSON.objectNode();
    List<String> required = new ArrayList<>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      if (required.contains(property.getKey()) || random.nextInt(3) > 0) {
        object.set(property.getKey(), valid(property.getValue()));
      }
    }
    if (random.nextInt(4) == 0) {
      object.set("unknown member", strange());
    }
    return object;
  }

  private ArrayNode array(JsonNode schema) {
    ArrayNode array = JSON.arrayNode();
    int fewest = schema.path("minItems").asInt(0);
    int most = Math.min(schema.path("maxItems").asInt(3), fewest + 3);
    int size = fewest + random.nextInt(most - fewest + 1);
    for (int i = 0; i < size; i++) {
      array.add(valid(schema.get("items")));
    }
    return array;
  }

  private String text(JsonNode schema) {
    return switch (schema.path("format").asText()) {
      case "uuid" -> "0190a6c2-7b5e-7c31-9d4f-3a1b2c4d5e6" + random.nextInt(10);
      case "date-time" -> "2026-01-0" + (1 + random.nextInt(9)) + "T12:00:00Z";
      case "uri" -> "https://example.com/" + random.nextInt(100);
      default -> words(schema.path("minLength").asInt(0));
    };
  }

  /** Short enough to be invalid now and then where a length is asked for. */
  private String words(int least) {
    String few = "text ".repeat(3).substring(0, 1 + random.nextInt(8));
    return few.length() > 3 && few.length() < least ? few + "-".repeat(least) : few;
  }

  private long whole(JsonNode schema) {
    long least = schema.path("minimum").asLong(0);
    long greatest = Math.min(schema.path("maximum").asLong(1_000), least + 1_000);
    return least + random.nextLong(greatest - least + 1);
  }

  private JsonNode pick(JsonNode array) {
    return array.get(random.nextInt(array.size()));
  }

  /** The target of a reference, in one part; any other node is its own target. */
  JsonNode resolve(JsonNode schema) {
    return schema.has("$ref")
        ? resolve(document.at(schema.get("$ref").asText().substring(1)))
        : ObjectParts.join(document, schema);
  }
}
