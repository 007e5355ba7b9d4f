package dev.belfry.api.contract;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a value that the schema leaves open, as it is. What no value may hold is a violation here
 * too: numbers out of all proportion, members that appear twice, strings that cannot be stored.
 */
final class AnyReader {
  private static final StringReader STRING =
      new StringReader(0, Integer.MAX_VALUE, null, null, null);
  private static final NumberReader NUMBER =
      new NumberReader(false, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, null);

  private AnyReader() {}

  /** Reads the value at the parser's current token into a member. */
  static void member(String name, JsonParser parser, JsonReadContext reading, ObjectNode into)
      throws IOException {
    reading.enter(name);
    if (into.has(name)) {
      reading.violate("must not appear twice");
    }
    if (STRING.problem(name, reading.isPlain()) != null) {
      reading.violate("must have a name that can be stored");
    }
    JsonNode value = read(parser, reading);
    reading.leave();
    if (value != null) {
      into.set(name, value);
    }
  }

  private static @Nullable JsonNode read(JsonParser parser, JsonReadContext reading)
      throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser, reading);
      case START_ARRAY -> array(parser, reading);
      case VALUE_STRING -> STRING.read(parser, reading);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> NUMBER.read(parser, reading);
      case VALUE_TRUE -> BooleanNode.TRUE;
      case VALUE_FALSE -> BooleanNode.FALSE;
      default -> NullNode.instance;
    };
  }

  private static ObjectNode object(JsonParser parser, JsonReadContext reading) throws IOException {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      member(name, parser, reading, object);
    }
    return object;
  }

  private static ArrayNode array(JsonParser parser, JsonReadContext reading) throws IOException {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      reading.enter(array.size());
      JsonNode item = read(parser, reading);
      reading.leave();
      array.add(item == null ? NullNode.instance : item);
    }
    return array;
  }
}
