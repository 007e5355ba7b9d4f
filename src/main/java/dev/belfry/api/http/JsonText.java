package dev.belfry.api.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.JsonBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Builds a JSON object as text, so that documents from the database are passed through without
 * being parsed and written again.
 */
public final class JsonText {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final JsonBytes text;
  private boolean isFirst = true;

  private JsonText(int capacity) {
    text = new JsonBytes(capacity).symbol('{');
  }

  /** An empty object. */
  public static JsonText object() {
    return new JsonText(2048);
  }

  /** Adds a string that needs no escaping, for example an id or a constant. */
  public JsonText plain(String name, String value) {
    name(name).string(value);
    return this;
  }

  /** Adds a string. */
  public JsonText string(String name, @Nullable String value) {
    name(name);
    if (value == null) {
      text.plain("null");
    } else {
      text.string(value);
    }
    return this;
  }

  /** Adds a whole number or null. */
  public JsonText number(String name, @Nullable Long value) {
    name(name).plain(String.valueOf(value));
    return this;
  }

  /** Adds a flag. */
  public JsonText flag(String name, boolean value) {
    name(name).plain(String.valueOf(value));
    return this;
  }

  /** Adds a time as RFC 3339 with milliseconds in UTC, or null. */
  public JsonText time(String name, @Nullable OffsetDateTime value) {
    if (value == null) {
      name(name).plain("null");
      return this;
    }
    return plain(name, timestamp(value));
  }

  /** Adds a time that is given in milliseconds since 1970 in the same form, or null. */
  public JsonText millis(String name, @Nullable Long value) {
    return time(name, value == null ? null : Instant.ofEpochMilli(value).atOffset(ZoneOffset.UTC));
  }

  /** Adds a value that is JSON text already. */
  public JsonText raw(String name, String json) {
    name(name).raw(json);
    return this;
  }

  /** Adds the members of an object that is JSON text already, without its braces. */
  public JsonText members(String object) {
    int end = object.lastIndexOf('}');
    if (object.indexOf(':') >= 0) {
      if (!isFirst) {
        text.symbol(',');
      }
      isFirst = false;
      text.raw(object.substring(object.indexOf('{') + 1, end));
    }
    return this;
  }

  /** The object; nothing may be added after this. */
  public String end() {
    return text.symbol('}').toString();
  }

  /** An array of values that are JSON text already. */
  public static String array(Collection<String> values) {
    return "[" + String.join(",", values) + "]";
  }

  /** An array of strings. */
  public static String strings(Collection<String> values) {
    return array(
        values.stream()
            .map(
                value ->
                    '"' + new String(JsonStringEncoder.getInstance().quoteAsString(value)) + '"')
            .toList());
  }

  /** The page of a cursor list. */
  public static String cursorList(Collection<String> entries, @Nullable String nextId) {
    return object()
        .number("length", (long) entries.size())
        .raw("entries", array(entries))
        .string("nextId", nextId)
        .end();
  }

  /** Reads an object that we wrote ourselves. */
  public static ObjectNode parse(String object) {
    try {
      return (ObjectNode) MAPPER.readTree(object);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A time as RFC 3339 with milliseconds in UTC. */
  public static String timestamp(Instant time) {
    return timestamp(time.atOffset(ZoneOffset.UTC));
  }

  private static String timestamp(OffsetDateTime value) {
    StringBuilder out = new StringBuilder(24);
    OffsetDateTime utc = value.withOffsetSameInstant(ZoneOffset.UTC);
    digits(out, utc.getYear(), 1000);
    digits(out.append('-'), utc.getMonthValue(), 10);
    digits(out.append('-'), utc.getDayOfMonth(), 10);
    digits(out.append('T'), utc.getHour(), 10);
    digits(out.append(':'), utc.getMinute(), 10);
    digits(out.append(':'), utc.getSecond(), 10);
    digits(out.append('.'), utc.getNano() / 1_000_000, 100);
    return out.append('Z').toString();
  }

  private static void digits(StringBuilder out, int value, int highest) {
    for (int unit = highest; unit > 0; unit /= 10) {
      out.append((char) ('0' + value / unit % 10));
    }
  }

  private JsonBytes name(String name) {
    text.name(name, isFirst);
    isFirst = false;
    return text;
  }
}
