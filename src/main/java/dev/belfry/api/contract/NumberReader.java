package dev.belfry.api.contract;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a number. A whole number may be written with a fraction or an exponent ({@code 5.0}), as
 * JSON Schema allows, and is kept without it.
 *
 * @param allowed the only values in ascending order, null when any in the range is allowed
 */
record NumberReader(
    boolean integer, double least, double greatest, @Nullable List<Double> allowed) {
  /** Beyond this a double no longer holds every whole number (IEEE 754). */
  private static final double EXACT = 9007199254740992.0;

  @Nullable JsonNode read(JsonParser parser, JsonReadContext reading) throws IOException {
    double value = value(parser);
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      reading.violate("must be a number of sensible size");
      return null;
    }
    boolean whole = value == Math.rint(value) && Math.abs(value) < EXACT;
    String problem = problem(value, whole);
    if (problem != null) {
      reading.violate(problem);
      return null;
    }
    return whole ? LongNode.valueOf((long) value) : DoubleNode.valueOf(value);
  }

  /** A short number is read as what it is: to read its digits as a double costs ten times that. */
  private static double value(JsonParser parser) throws IOException {
    boolean isShort =
        parser.currentToken() == JsonToken.VALUE_NUMBER_INT
            && parser.getNumberType() == JsonParser.NumberType.INT;
    int number = isShort ? parser.getIntValue() : 0;
    return number == 0 ? parser.getDoubleValue() : number; // Zero may have a sign.
  }

  private @Nullable String problem(double value, boolean whole) {
    if (integer && !whole) {
      return "must be a whole number";
    }
    if (allowed != null) {
      return isAmong(allowed, value) ? null : "must be one of " + choices(allowed);
    }
    if (value < least || value > greatest) {
      return "must be " + range();
    }
    return null;
  }

  private static boolean isAmong(List<Double> allowed, double value) {
    for (int i = 0; i < allowed.size(); i++) {
      if (Double.compare(allowed.get(i), value) == 0) {
        return true;
      }
    }
    return false;
  }

  private String range() {
    if (greatest == Double.POSITIVE_INFINITY) {
      return "at least " + words(least);
    }
    if (least == Double.NEGATIVE_INFINITY) {
      return "at most " + words(greatest);
    }
    return "between " + words(least) + " and " + words(greatest);
  }

  private static String choices(List<Double> values) {
    return values.stream().map(NumberReader::words).collect(Collectors.joining(", "));
  }

  private static String words(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
