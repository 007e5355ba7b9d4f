package dev.belfry.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes fields as the text of a JSON object: an absent field leaves no member. Values are written
 * as {@link BodySchema} normalises them, a whole number without a fraction.
 */
public final class FieldWriter {
  /** Beyond this a double no longer holds every whole number (IEEE 754). */
  private static final double EXACT = 9007199254740992.0;

  private final StringBuilder text;
  private boolean isFirst = true;

  /** Begins an object. */
  public FieldWriter() {
    text = new StringBuilder(1024).append('{');
  }

  /** Adds a text. */
  public FieldWriter text(String name, Field<String> field) {
    String value = begin(name, field);
    if (value != null) {
      quoted(value);
    }
    return this;
  }

  /** Adds a flag. */
  public FieldWriter flag(String name, Field<Boolean> field) {
    Boolean value = begin(name, field);
    if (value != null) {
      text.append(value.booleanValue());
    }
    return this;
  }

  /** Adds a number. */
  public FieldWriter number(String name, Field<? extends Number> field) {
    Number value = begin(name, field);
    if (value != null) {
      number(value);
    }
    return this;
  }

  /** Adds a list of texts. */
  public FieldWriter texts(String name, Field<? extends Collection<String>> field) {
    Collection<String> values = begin(name, field);
    if (values != null) {
      Iterator<String> each = values.iterator();
      text.append('[');
      while (each.hasNext()) {
        quoted(each.next());
        comma(each);
      }
      text.append(']');
    }
    return this;
  }

  /** Adds a value that is carried as it was sent. */
  public FieldWriter json(String name, Field<? extends JsonNode> field) {
    JsonNode value = begin(name, field);
    if (value != null) {
      json(value);
    }
    return this;
  }

  /** Adds an object whose members a codec writes. */
  public <T> FieldWriter object(String name, Field<T> field, BiConsumer<T, FieldWriter> codec) {
    T value = begin(name, field);
    if (value != null) {
      object(value, codec);
    }
    return this;
  }

  /** Adds a list of objects whose members a codec writes. */
  public <T> FieldWriter list(
      String name, Field<? extends List<T>> field, BiConsumer<T, FieldWriter> codec) {
    List<T> values = begin(name, field);
    if (values != null) {
      Iterator<T> each = values.iterator();
      text.append('[');
      while (each.hasNext()) {
        object(each.next(), codec);
        comma(each);
      }
      text.append(']');
    }
    return this;
  }

  /** The text of the object; nothing may be added after this. */
  public String end() {
    return text.append('}').toString();
  }

  /** Writes the name of a present field; null when there is no value left to write. */
  private <T> @Nullable T begin(String name, Field<T> field) {
    if (!field.isPresent()) {
      return null;
    }
    text.append(isFirst ? "\"" : ",\"").append(name).append("\":");
    isFirst = false;
    T value = field.value();
    if (value == null) {
      text.append("null");
    }
    return value;
  }

  private <T> void object(T value, BiConsumer<T, FieldWriter> codec) {
    text.append('{');
    isFirst = true;
    codec.accept(value, this);
    isFirst = false;
    text.append('}');
  }

  private void json(JsonNode value) {
    switch (value.getNodeType()) {
      case OBJECT -> {
        text.append('{');
        Iterator<Map.Entry<String, JsonNode>> each = value.properties().iterator();
        while (each.hasNext()) {
          Map.Entry<String, JsonNode> member = each.next();
          quoted(member.getKey());
          text.append(':');
          json(member.getValue());
          comma(each);
        }
        text.append('}');
      }
      case ARRAY -> {
        Iterator<JsonNode> each = value.iterator();
        text.append('[');
        while (each.hasNext()) {
          json(each.next());
          comma(each);
        }
        text.append(']');
      }
      case STRING -> quoted(value.textValue());
      default -> text.append(value.asText());
    }
  }

  private void comma(Iterator<?> each) {
    if (each.hasNext()) {
      text.append(',');
    }
  }

  private void number(Number value) {
    double number = value.doubleValue();
    if (value instanceof Double && (number != Math.rint(number) || Math.abs(number) >= EXACT)) {
      text.append(number);
    } else {
      text.append(value.longValue());
    }
  }

  private void quoted(String value) {
    text.append('"');
    JsonStrings.quote(value, text);
    text.append('"');
  }
}
