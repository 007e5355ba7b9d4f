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

  private final JsonBytes text = new JsonBytes(2048);
  private boolean isFirst = true;

  /** Begins an object. */
  public FieldWriter() {
    text.symbol('{');
  }

  /** Adds a text. */
  public FieldWriter text(String name, Field<String> field) {
    String value = begin(name, field);
    if (value != null) {
      text.string(value);
    }
    return this;
  }

  /** Adds a flag. */
  public FieldWriter flag(String name, Field<Boolean> field) {
    Boolean value = begin(name, field);
    if (value != null) {
      text.plain(value ? "true" : "false");
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
      text.symbol('[');
      while (each.hasNext()) {
        text.string(each.next());
        comma(each);
      }
      text.symbol(']');
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
      text.symbol('[');
      while (each.hasNext()) {
        object(each.next(), codec);
        comma(each);
      }
      text.symbol(']');
    }
    return this;
  }

  /** The text of the object; nothing may be added after this. */
  public String end() {
    return text.symbol('}').toString();
  }

  /** Writes the name of a present field; null when there is no value left to write. */
  private <T> @Nullable T begin(String name, Field<T> field) {
    if (!field.isPresent()) {
      return null;
    }
    text.name(name, isFirst);
    isFirst = false;
    T value = field.value();
    if (value == null) {
      text.plain("null");
    }
    return value;
  }

  private <T> void object(T value, BiConsumer<T, FieldWriter> codec) {
    text.symbol('{');
    isFirst = true;
    codec.accept(value, this);
    isFirst = false;
    text.symbol('}');
  }

  private void json(JsonNode value) {
    switch (value.getNodeType()) {
      case OBJECT -> {
        text.symbol('{');
        Iterator<Map.Entry<String, JsonNode>> each = value.properties().iterator();
        while (each.hasNext()) {
          Map.Entry<String, JsonNode> member = each.next();
          text.string(member.getKey());
          text.symbol(':');
          json(member.getValue());
          comma(each);
        }
        text.symbol('}');
      }
      case ARRAY -> {
        Iterator<JsonNode> each = value.iterator();
        text.symbol('[');
        while (each.hasNext()) {
          json(each.next());
          comma(each);
        }
        text.symbol(']');
      }
      case STRING -> text.string(value.textValue());
      default -> text.plain(value.asText());
    }
  }

  private void comma(Iterator<?> each) {
    if (each.hasNext()) {
      text.symbol(',');
    }
  }

  private void number(Number value) {
    double number = value.doubleValue();
    if (value instanceof Double && (number != Math.rint(number) || Math.abs(number) >= EXACT)) {
      text.plain(Double.toString(number));
    } else {
      text.plain(Long.toString(value.longValue()));
    }
  }
}
