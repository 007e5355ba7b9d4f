package dev.belfry.api.contract;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads an array of like items.
 *
 * @param fewest least number of items, 0 or more
 * @param most greatest number of items
 * @param unique whether two equal items are a violation
 */
record ArrayReader(ValueReader items, int fewest, int most, boolean unique) {
  private static final int FEW = 16;

  JsonNode read(JsonParser parser, JsonReadContext reading) throws IOException {
    ArrayNode result = JsonNodeFactory.instance.arrayNode();
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (count >= most) {
        parser.skipChildren();
      } else {
        readItem(count, parser, reading, result);
      }
      count++;
    }
    if (count < fewest || count > most) {
      reading.violate("must have " + allowed() + " items, not " + count);
    }
    if (unique) {
      requireUnique(result, reading);
    }
    return result;
  }

  private void readItem(int index, JsonParser parser, JsonReadContext reading, ArrayNode result)
      throws IOException {
    reading.enter(index);
    JsonNode item = items.read(parser, reading);
    reading.leave();
    if (item != null) {
      result.add(item);
    }
  }

  private static void requireUnique(ArrayNode result, JsonReadContext reading) {
    if (result.size() <= FEW ? hasPair(result) : hasRepeated(result)) {
      reading.violate("must not contain the same item twice");
    }
  }

  /** Few items are compared with each other in less time than a hash table takes. */
  private static boolean hasPair(ArrayNode items) {
    for (int i = 1; i < items.size(); i++) {
      JsonNode item = items.get(i);
      for (int j = 0; j < i; j++) {
        if (item.equals(items.get(j))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasRepeated(ArrayNode items) {
    Set<JsonNode> seen = new HashSet<>();
    for (JsonNode item : items) {
      if (!seen.add(item)) {
        return true;
      }
    }
    return false;
  }

  private String allowed() {
    if (fewest == most) {
      return "exactly " + fewest;
    }
    if (most == Integer.MAX_VALUE) {
      return "at least " + fewest;
    }
    return (fewest == 0 ? "at most " : fewest + " to ") + most;
  }
}
