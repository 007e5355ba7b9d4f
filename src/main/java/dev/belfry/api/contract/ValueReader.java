package dev.belfry.api.contract;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A schema compiled for reading: at most one reader for each JSON type, chosen by the token at
 * hand. This covers {@code type} lists, {@code null} and {@code anyOf} whose branches differ by
 * type.
 *
 * @param object reader of objects, null when objects are not allowed; likewise the others
 */
record ValueReader(
    @Nullable ObjectReader object,
    @Nullable ArrayReader array,
    @Nullable StringReader string,
    @Nullable NumberReader number,
    boolean bool,
    boolean nullable) {

  /**
   * Reads the value at the parser's current token, adding violations to {@code reading}.
   *
   * @return the normalised value, or null when it was violated
   */
  @Nullable JsonNode read(JsonParser parser, JsonReadContext reading) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object == null ? refuse(parser, reading) : object.read(parser, reading);
      case START_ARRAY -> array == null ? refuse(parser, reading) : array.read(parser, reading);
      case VALUE_STRING -> string == null ? refuse(parser, reading) : string.read(parser, reading);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          number == null ? refuse(parser, reading) : number.read(parser, reading);
      case VALUE_TRUE -> bool ? BooleanNode.TRUE : refuse(parser, reading);
      case VALUE_FALSE -> bool ? BooleanNode.FALSE : refuse(parser, reading);
      case VALUE_NULL -> nullable ? NullNode.instance : refuse(parser, reading);
      default -> refuse(parser, reading);
    };
  }

  private @Nullable JsonNode refuse(JsonParser parser, JsonReadContext reading) throws IOException {
    parser.skipChildren();
    reading.violate("must be " + expected());
    return null;
  }

  /** The allowed types in words, for example {@code a string or null}. */
  String expected() {
    List<String> words = new ArrayList<>();
    if (object != null) {
      words.add("an object");
    }
    if (array != null) {
      words.add("an array");
    }
    if (string != null) {
      words.add("a string");
    }
    if (number != null) {
      words.add(number.integer() ? "an integer" : "a number");
    }
    if (bool) {
      words.add("true or false");
    }
    if (nullable) {
      words.add("null");
    }
    return String.join(" or ", words);
  }
}
