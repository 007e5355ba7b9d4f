package dev.belfry.monitoring.assertion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.PathNotFoundException;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds values in JSON by JSONPath. Time and memory are bounded. Any thread may call. */
public final class JsonPaths {
  static final int LONGEST_PATH = 2_048;

  /** Steps at most, since the library calls itself for each; no document is deeper. */
  private static final int MOST_STEPS = 200;

  private static final String STEPS = ".[({!";

  private static final int LONGEST_PLAIN = 256;

  /** Names and indexes one after the other, and the length of what they lead to. */
  private static final Pattern PLAIN =
      Pattern.compile("\\$(\\.[A-Za-z_][A-Za-z0-9_-]*|\\[[0-9]{1,9}])*(\\.length\\(\\))?");

  private JsonPaths() {}

  /**
   * The JSON that a text is; {@code MissingNode} for other texts, for more than 1,000,000
   * characters and for more than 200 levels.
   */
  public static JsonNode parse(String text) {
    return JsonTexts.parse(text);
  }

  /**
   * The value at a path in a text; {@code MissingNode} when the text is no JSON or has no such
   * value. A path that may match several values gives a list.
   *
   * @param path up to 2,048 characters
   * @throws AssertionFault if the path is wrong or takes too long, or the text is too large
   */
  public static JsonNode read(String text, String path) throws AssertionFault {
    requireReadable(text);
    return read(JsonTexts.parse(text), path);
  }

  /**
   * Requires that a text is not too large to be read.
   *
   * @throws AssertionFault if it has more than 1,000,000 characters
   */
  public static void requireReadable(String text) throws AssertionFault {
    if (text.length() > JsonTexts.MOST_CHARACTERS) {
      throw new AssertionFault(
          "A JSONPath is not evaluated in a document of more than 1,000,000 characters");
    }
  }

  /**
   * The value at a path in JSON that {@link #parse} has read; {@code MissingNode} for none.
   *
   * @throws AssertionFault as {@link #read(String, String)}
   */
  public static JsonNode read(JsonNode document, String path) throws AssertionFault {
    JsonPath compiled = compile(path);
    if (document.isMissingNode()) {
      return document;
    }
    MeteredJson meter = new MeteredJson(System.nanoTime());
    try {
      Object found = compiled.read(document, configuration(meter));
      return node(found);
    } catch (PathNotFoundException e) {
      return MissingNode.getInstance();
    } catch (MeteredJson.SpentException e) {
      throw new AssertionFault("The JSONPath takes too long");
    } catch (RuntimeException e) { // The library throws whatever a function of a path throws.
      throw new AssertionFault("The JSONPath cannot be evaluated: " + e.getMessage());
    }
  }

  /** Whether a path leads to one value by names and indexes alone, such as {@code $.a[0].b}. */
  static boolean isPlain(String path) {
    return path.length() <= LONGEST_PLAIN && PLAIN.matcher(path).matches();
  }

  /**
   * Requires that a path can be used.
   *
   * @throws AssertionFault if it is wrong, or longer than is evaluated
   */
  static void requireValid(String path) throws AssertionFault {
    var unused = compile(path);
  }

  private static JsonPath compile(String path) throws AssertionFault {
    if (path.length() > LONGEST_PATH) {
      throw new AssertionFault("The JSONPath is longer than 2,048 characters");
    }
    if (path.contains("=~")) { // The library would use an engine that can run away.
      throw new AssertionFault("The JSONPath has the operator =~; use the regular expression");
    }
    if (path.chars().filter(c -> STEPS.indexOf(c) >= 0).count() > MOST_STEPS) {
      throw new AssertionFault("The JSONPath has more than 200 steps");
    }
    try {
      return JsonPath.compile(path);
    } catch (InvalidPathException e) {
      throw new AssertionFault(
          "The JSONPath is not valid" + (e.getCause() == null ? ": " + e.getMessage() : ""));
    } catch (RuntimeException e) { // The library has no rule for every wrong path.
      throw new AssertionFault("The JSONPath is not valid");
    }
  }

  private static Configuration configuration(MeteredJson meter) {
    return Configuration.builder()
        .jsonProvider(meter)
        .mappingProvider(new JacksonMappingProvider(JsonTexts.MAPPER))
        .build();
  }

  /** Functions of a path give numbers and texts of Java. */
  private static JsonNode node(@Nullable Object found) {
    if (found == null) {
      return MissingNode.getInstance();
    }
    if (found instanceof JsonNode node) {
      return node;
    }
    if (found instanceof Integer number) {
      return IntNode.valueOf(number);
    }
    String text = found.toString();
    if (found instanceof Number) {
      try {
        return DecimalNode.valueOf(new BigDecimal(text));
      } catch (NumberFormatException e) {
        return TextNode.valueOf(text);
      }
    }
    return TextNode.valueOf(text);
  }
}
