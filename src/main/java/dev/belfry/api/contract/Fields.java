package dev.belfry.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Function;

/** Reads members of a normalised body for codecs. */
public final class Fields {
  private Fields() {}

  /** A member converted; the conversion sees neither an absent member nor {@code null}. */
  public static <T> Field<T> read(
      JsonNode body, String member, Function<? super JsonNode, ? extends T> conversion) {
    JsonNode sent = body.get(member);
    if (sent == null) {
      return Field.absent();
    }
    return Field.of(sent.isNull() ? null : conversion.apply(sent));
  }

  /** A member that the schema declares as a string. */
  public static Field<String> text(JsonNode body, String member) {
    return read(body, member, JsonNode::textValue);
  }

  /** A member that the schema declares as a boolean. */
  public static Field<Boolean> flag(JsonNode body, String member) {
    return read(body, member, JsonNode::booleanValue);
  }
}
