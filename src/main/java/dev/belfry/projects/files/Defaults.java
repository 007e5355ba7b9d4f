package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.SchemaDefault;
import dev.belfry.monitoring.check.CheckType;
import java.util.Map;

/** Removes members that equal the contract's defaults, so that a file shows decisions alone. */
final class Defaults {
  private static final String REFERENCE = "#/components/schemas/";

  private final JsonNode schemas;

  Defaults(JsonNode schemas) {
    this.schemas = schemas;
  }

  /** A document of a section without the members that have their default. */
  ObjectNode without(Section section, ObjectNode document) {
    return without(schemas.path(section.schema()), document, true);
  }

  /** The document of a monitor of a type without the members that have their default. */
  ObjectNode without(CheckType type, ObjectNode document) {
    return without(schemas.path(Section.monitorSchema(type)), document, true);
  }

  private ObjectNode without(JsonNode schema, ObjectNode document, boolean top) {
    ObjectNode result = document.objectNode();
    for (Map.Entry<String, JsonNode> member : document.properties()) {
      JsonNode property = resolved(schema.path("properties").path(member.getKey()));
      JsonNode value = member.getValue();
      if (isPart(member.getKey(), top) && value instanceof ObjectNode object) {
        result.set(member.getKey(), without(property, object, false));
      } else if (member.getKey().equals("assertions") && value instanceof ArrayNode list) {
        ArrayNode kept = document.arrayNode();
        list.forEach(
            one -> kept.add(without(resolved(property.path("items")), (ObjectNode) one, false)));
        if (!kept.isEmpty()) {
          result.set("assertions", kept);
        }
      } else if (!isDefault(property, value)) {
        result.set(member.getKey(), value);
      }
    }
    return result;
  }

  /** Whether a member is an object whose own members have defaults. */
  private static boolean isPart(String name, boolean top) {
    return (top && name.equals("request")) || name.equals("sslConfig");
  }

  private static boolean isDefault(JsonNode property, JsonNode value) {
    JsonNode preset = SchemaDefault.of(property);
    if (preset == null || value.isNull()) {
      return value.isNull() && (preset == null || preset.isNull());
    }
    if (preset.isNumber() && value.isNumber()) {
      return preset.decimalValue().compareTo(value.decimalValue()) == 0;
    }
    return preset.equals(value);
  }

  private JsonNode resolved(JsonNode schema) {
    JsonNode reference = schema.path("$ref");
    return reference.isTextual()
        ? schemas.path(reference.textValue().substring(REFERENCE.length()))
        : schema;
  }
}
