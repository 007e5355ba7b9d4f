package dev.belfry.api.contract;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TreeTraversingParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the contract's schemas into readers, once at start. It knows the keywords the contract
 * uses and refuses any other, so that no rule written there can be ignored in silence.
 */
final class SchemaCompiler {
  private static final Set<String> KNOWN =
      Set.of(
          "$ref",
          "type",
          "enum",
          "minLength",
          "maxLength",
          "pattern",
          "format",
          "minimum",
          "maximum",
          "minItems",
          "maxItems",
          "uniqueItems",
          "items",
          "properties",
          "required",
          "additionalProperties",
          "default",
          "x-default-depends",
          "x-unset",
          "allOf",
          "anyOf",
          "description",
          "title",
          "examples",
          "example",
          "deprecated",
          "writeOnly",
          "readOnly");

  private final JsonNode document;
  private final Map<String, ValueReader> byReference = new HashMap<>();

  SchemaCompiler(JsonNode document) {
    this.document = document;
  }

  ValueReader compile(JsonNode schema) {
    if (schema.has("$ref")) {
      String reference = schema.get("$ref").asText();
      ValueReader known = byReference.get(reference);
      if (known == null) {
        known = compile(document.at(reference.substring(1)));
        byReference.put(reference, known);
      }
      return known;
    }
    schema.fieldNames().forEachRemaining(SchemaCompiler::requireKnown);
    if (schema.has("allOf")) {
      return compile(all(schema));
    }
    if (schema.has("anyOf")) {
      return choice(schema.get("anyOf"));
    }
    Set<String> types = types(schema);
    if (types.isEmpty()) {
      throw new IllegalStateException("The contract has a schema without a type: " + schema);
    }
    return new ValueReader(
        types.contains("object") ? object(schema) : null,
        types.contains("array") ? array(schema) : null,
        types.contains("string") ? string(schema) : null,
        types.contains("integer") || types.contains("number") ? number(schema, types) : null,
        types.contains("boolean"),
        types.contains("null"));
  }

  /**
   * Generators of Java clients write no valid code for a list in an anyOf unless it stands alone in
   * an allOf.
   */
  private JsonNode all(JsonNode schema) {
    JsonNode parts = schema.get("allOf");
    return parts.size() == 1 ? parts.get(0) : ObjectParts.join(document, schema);
  }

  private static void requireKnown(String keyword) {
    if (!KNOWN.contains(keyword) && !keyword.startsWith("x-")) {
      throw new IllegalStateException("The contract uses an unsupported keyword: " + keyword);
    }
  }

  private static Set<String> types(JsonNode schema) {
    Set<String> types = new HashSet<>();
    JsonNode type = schema.path("type");
    if (type.isTextual()) {
      types.add(type.asText());
    }
    type.forEach(one -> types.add(one.asText()));
    return types;
  }

  private ValueReader choice(JsonNode branches) {
    ValueReader result = new ValueReader(null, null, null, null, false, false);
    for (JsonNode branch : branches) {
      ValueReader reader = compile(branch);
      result =
          new ValueReader(
              one(result.object(), reader.object()),
              one(result.array(), reader.array()),
              one(result.string(), reader.string()),
              one(result.number(), reader.number()),
              result.bool() || reader.bool(),
              result.nullable() || reader.nullable());
    }
    return result;
  }

  private static <T> @Nullable T one(@Nullable T left, @Nullable T right) {
    if (left != null && right != null) {
      throw new IllegalStateException("The contract has two branches of one type in an anyOf");
    }
    return left != null ? left : right;
  }

  private ObjectReader object(JsonNode schema) {
    Set<String> required = new HashSet<>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    List<ObjectReader.Member> members = new ArrayList<>();
    schema
        .path("properties")
        .fields()
        .forEachRemaining(
            property -> {
              ValueReader reader = compile(property.getValue());
              members.add(
                  new ObjectReader.Member(
                      new SerializedString(property.getKey().intern()),
                      reader,
                      required.contains(property.getKey()),
                      fallback(property.getValue()),
                      unset(property.getValue(), reader),
                      members.size()));
            });
    return new ObjectReader(members, schema.path("additionalProperties").asBoolean(false));
  }

  /** The value of a member that is absent; null without one, and where a rule has to find it. */
  private @Nullable JsonNode fallback(JsonNode schema) {
    if (schema.path("x-default-depends").asBoolean()) {
      return null;
    }
    JsonNode own = SchemaDefault.of(schema);
    return own == null && schema.has("$ref")
        ? fallback(document.at(schema.get("$ref").asText().substring(1)))
        : own;
  }

  /** The value in {@code x-unset} with the defaults of its own members; null without one. */
  private static @Nullable JsonNode unset(JsonNode schema, ValueReader reader) {
    JsonNode written = schema.get("x-unset");
    if (written == null) {
      return null;
    }
    JsonReadContext reading = new JsonReadContext(false);
    try (JsonParser parser = new TreeTraversingParser(written)) {
      parser.nextToken();
      JsonNode value = reader.read(parser, reading);
      if (value == null || !reading.violations().isEmpty()) {
        throw new IllegalStateException("The contract has an x-unset that is not valid: " + schema);
      }
      return value;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ArrayReader array(JsonNode schema) {
    return new ArrayReader(
        compile(schema.get("items")),
        schema.path("minItems").asInt(0),
        schema.path("maxItems").asInt(Integer.MAX_VALUE),
        schema.path("uniqueItems").asBoolean(false));
  }

  private static StringReader string(JsonNode schema) {
    Set<String> allowed = new LinkedHashSet<>();
    values(schema, JsonNode::isTextual).forEach(value -> allowed.add(value.asText()));
    return new StringReader(
        schema.path("minLength").asInt(0),
        schema.path("maxLength").asInt(Integer.MAX_VALUE),
        schema.has("pattern") ? pattern(schema.get("pattern").asText()) : null,
        schema.has("format") ? StringFormat.of(schema.get("format").asText()) : null,
        allowed.isEmpty() ? null : allowed);
  }

  /** In the contract a dollar is the end (ECMA-262), in Java also the place before a line's. */
  private static Pattern pattern(String expression) {
    return Pattern.compile(expression.replace("$", "\\z"));
  }

  private static NumberReader number(JsonNode schema, Set<String> types) {
    SortedSet<Double> allowed = new TreeSet<>();
    values(schema, JsonNode::isNumber).forEach(value -> allowed.add(value.asDouble()));
    return new NumberReader(
        !types.contains("number"),
        schema.path("minimum").asDouble(Double.NEGATIVE_INFINITY),
        schema.path("maximum").asDouble(Double.POSITIVE_INFINITY),
        allowed.isEmpty() ? null : List.copyOf(allowed));
  }

  private static List<JsonNode> values(JsonNode schema, Predicate<JsonNode> ofType) {
    List<JsonNode> values = new ArrayList<>();
    schema.path("enum").forEach(values::add);
    values.removeIf(ofType.negate());
    return values;
  }
}
