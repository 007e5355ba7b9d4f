package dev.belfry.api.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;

/**
 * The schemas of arguments: JSON Schema as the contract has it, with the named schemas that it
 * refers to in {@code $defs}.
 */
final class ToolSchemas {
  private static final String REFERENCE = "$ref";
  private static final String DEFINITIONS = "$defs";

  /** Members of a schema that are for readers of the contract, not for models. */
  private static final Set<String> LEFT_OUT = Set.of("example", "examples", "discriminator");

  private final JsonNode document;

  ToolSchemas(JsonNode document) {
    this.document = document;
  }

  /** The target of a reference, or the node itself. */
  JsonNode resolve(JsonNode node) {
    return node.has(REFERENCE) ? document.at(node.get(REFERENCE).asText().substring(1)) : node;
  }

  /** The schema of the arguments of an operation. */
  ObjectNode of(JsonNode path, JsonNode operation) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = JsonNodeFactory.instance.arrayNode();
    ObjectNode definitions = JsonNodeFactory.instance.objectNode();
    for (JsonNode parameters :
        new JsonNode[] {path.path("parameters"), operation.path("parameters")}) {
      for (JsonNode unresolved : parameters) {
        add(resolve(unresolved), properties, required, definitions);
      }
    }
    JsonNode body = resolve(operation.path("requestBody"));
    JsonNode content = body.path("content").path("application/json").path("schema");
    if (!content.isMissingNode()) {
      properties.set(Tool.BODY, copy(content, definitions));
      if (body.path("required").asBoolean()) {
        required.add(Tool.BODY);
      }
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    schema.put("additionalProperties", false);
    if (!definitions.isEmpty()) {
      schema.set(DEFINITIONS, definitions);
    }
    return schema;
  }

  private void add(
      JsonNode parameter, ObjectNode properties, ArrayNode required, ObjectNode definitions) {
    if (parameter.path("in").asText().equals("header")) {
      return;
    }
    String name = parameter.get("name").asText();
    JsonNode schema = copy(resolve(parameter.get("schema")), definitions);
    if (schema instanceof ObjectNode described && parameter.has("description")) {
      described.set("description", parameter.get("description"));
    }
    properties.set(name, schema);
    if (parameter.path("required").asBoolean()) {
      required.add(name);
    }
  }

  /** A schema whose references lead to the definitions, which get what is referred to. */
  private JsonNode copy(JsonNode schema, ObjectNode definitions) {
    if (schema.isArray()) {
      ArrayNode copies = JsonNodeFactory.instance.arrayNode();
      schema.forEach(each -> copies.add(copy(each, definitions)));
      return copies;
    }
    if (!schema.isObject()) {
      return schema;
    }
    ObjectNode copies = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      String name = member.getKey();
      if (name.equals(REFERENCE) && member.getValue().isTextual()) {
        String address = member.getValue().asText();
        String target = address.substring(address.lastIndexOf('/') + 1);
        if (!definitions.has(target)) {
          definitions.putNull(target); // A schema may refer to itself.
          definitions.set(target, copy(resolve(schema), definitions));
        }
        copies.put(REFERENCE, "#/" + DEFINITIONS + "/" + target);
      } else if (!name.startsWith("x-") && !isLeftOut(name, member.getValue())) {
        copies.set(name, copy(member.getValue(), definitions));
      }
    }
    return copies;
  }

  /** A member of these names that is a schema itself is a property of an object. */
  private static boolean isLeftOut(String name, JsonNode value) {
    return LEFT_OUT.contains(name) && !value.has("type") && !value.has(REFERENCE);
  }
}
