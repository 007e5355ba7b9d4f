package dev.belfry.api.contract;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.belfry.platform.error.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path or query parameter.
 *
 * @param inPath true for the path, false for the query string
 * @param fallback its documented default, null when there is none
 */
public record Parameter(
    String name,
    boolean inPath,
    boolean required,
    Kind kind,
    ValueReader reader,
    @Nullable JsonNode fallback) {

  /** How the text of a parameter becomes a value. */
  enum Kind {
    TEXT,
    INTEGER,
    NUMBER,
    BOOLEAN,
    LIST;

    static Kind of(JsonNode schema) {
      return switch (schema.path("type").asText()) {
        case "integer" -> INTEGER;
        case "number" -> NUMBER;
        case "boolean" -> BOOLEAN;
        case "array" -> LIST;
        default -> TEXT;
      };
    }
  }

  /** Whether it may be repeated in a query, also as {@code name[]=…}. */
  public boolean isList() {
    return kind == Kind.LIST;
  }

  /**
   * The value of the parameter, its default when absent, null when there is neither.
   *
   * @param texts the decoded values as they arrived, empty when absent
   * @param violations receives what is wrong; the path is {@code /name}
   */
  public @Nullable JsonNode read(List<String> texts, List<Violation> violations) {
    if (texts.isEmpty()) {
      if (required) {
        violations.add(new Violation("/" + name, "is required"));
      }
      return fallback;
    }
    if (texts.size() > 1 && kind != Kind.LIST) {
      violations.add(new Violation("/" + name, "must be given only once"));
      return null;
    }
    StringReader text = kind == Kind.TEXT ? reader.string() : null;
    if (text != null) {
      return text(text, texts.get(0), violations);
    }
    JsonReadContext reading = new JsonReadContext(false);
    reading.enter(name);
    try (JsonParser parser = parsed(texts).traverse()) {
      parser.nextToken();
      JsonNode value = reader.read(parser, reading);
      violations.addAll(reading.violations());
      return value;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private @Nullable JsonNode text(StringReader string, String value, List<Violation> violations) {
    String problem = string.problem(value, false);
    if (problem != null) {
      violations.add(new Violation("/" + name, problem));
      return null;
    }
    return TextNode.valueOf(value);
  }

  private JsonNode parsed(List<String> texts) {
    String text = texts.get(0);
    return switch (kind) {
      case TEXT -> TextNode.valueOf(text);
      case LIST -> {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        texts.forEach(list::add);
        yield list;
      }
      case BOOLEAN ->
          "true".equals(text) || "false".equals(text)
              ? BooleanNode.valueOf("true".equals(text))
              : TextNode.valueOf(text);
      case INTEGER, NUMBER -> number(text);
    };
  }

  /** Text that is no number stays text, so that the reader refuses it by its type. */
  private static JsonNode number(String text) {
    if (text.matches("-?[0-9]{1,18}")) {
      return LongNode.valueOf(Long.parseLong(text));
    }
    return text.matches("-?[0-9]{1,15}\\.[0-9]{1,15}")
        ? DoubleNode.valueOf(Double.parseDouble(text))
        : TextNode.valueOf(text);
  }
}
