package dev.belfry.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of an object that its schema has let through. Each method gives the member of a
 * name as a field; the codec of the resource is the one place that knows the names.
 */
public final class FieldReader {
  private final JsonNode object;

  public FieldReader(JsonNode object) {
    this.object = object;
  }

  /** A text. */
  public Field<String> text(String name) {
    JsonNode sent = object.get(name);
    return sent == null || sent instanceof NullNode ? none(sent) : Field.of(sent.asText());
  }

  /** A flag. */
  public Field<Boolean> flag(String name) {
    JsonNode sent = object.get(name);
    return sent == null || sent instanceof NullNode ? none(sent) : Field.of(sent.asBoolean());
  }

  /** A whole number of 32 bits. */
  public Field<Integer> whole(String name) {
    JsonNode sent = object.get(name);
    return sent == null || sent instanceof NullNode ? none(sent) : Field.of(sent.intValue());
  }

  /** A whole number of 64 bits, such as an id. */
  public Field<Long> number(String name) {
    JsonNode sent = object.get(name);
    return sent == null || sent instanceof NullNode ? none(sent) : Field.of(sent.longValue());
  }

  /** A number that may have a fraction. */
  public Field<Double> decimal(String name) {
    JsonNode sent = object.get(name);
    return sent == null || sent instanceof NullNode ? none(sent) : Field.of(sent.doubleValue());
  }

  /** A list of texts. */
  public Field<List<String>> texts(String name) {
    JsonNode sent = object.get(name);
    return sent == null || sent instanceof NullNode ? none(sent) : Field.of(texts(sent));
  }

  /** A value that is carried as it was sent. */
  public Field<JsonNode> json(String name) {
    JsonNode sent = object.get(name);
    return sent == null || sent instanceof NullNode ? none(sent) : Field.of(sent);
  }

  /** A member converted; the conversion sees neither an absent member nor {@code null}. */
  public <T> Field<T> read(String name, Function<? super JsonNode, ? extends T> conversion) {
    JsonNode sent = object.get(name);
    if (sent == null) {
      return Field.absent();
    }
    return Field.of(sent.isNull() ? null : conversion.apply(sent));
  }

  /** A text that stands for something else; the conversion knows what the schema lets through. */
  public <T> Field<T> text(String name, Function<String, T> conversion) {
    return read(name, value -> conversion.apply(value.textValue()));
  }

  /** An object, and what to make of it; any other value counts as absent. */
  public <T> Field<T> object(String name, Function<FieldReader, T> codec) {
    JsonNode sent = object.get(name);
    if (sent instanceof ObjectNode) {
      return Field.of(codec.apply(new FieldReader(sent)));
    }
    return sent instanceof NullNode ? Field.of(null) : Field.absent();
  }

  /** A list of objects, and what to make of each. */
  public <T> Field<List<T>> list(String name, Function<FieldReader, T> codec) {
    JsonNode sent = object.get(name);
    return sent == null || sent instanceof NullNode ? none(sent) : Field.of(list(sent, codec));
  }

  /** The field of a member that is absent or {@code null}. */
  private static <T> Field<T> none(@Nullable JsonNode sent) {
    return sent == null ? Field.absent() : Field.of(null);
  }

  private static List<String> texts(JsonNode values) {
    List<String> texts = new ArrayList<>(values.size());
    for (JsonNode value : values) {
      texts.add(value.asText());
    }
    return texts;
  }

  private static <T> List<T> list(JsonNode values, Function<FieldReader, T> codec) {
    List<T> list = new ArrayList<>(values.size());
    for (JsonNode value : values) {
      list.add(codec.apply(new FieldReader(value)));
    }
    return list;
  }
}
