package dev.belfry.engine.probe.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.monitoring.assertion.AssertionFault;
import dev.belfry.monitoring.assertion.JsonPaths;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response as assertions see it. It holds counted memory until {@link #close}; one
 * thread at a time uses it.
 */
final class AssertedBody {
  /** Bytes of a body that assertions can look at. */
  static final int MOST_BYTES = 1 << 20;

  private final BodyMemory memory;
  private final int counted;
  private @Nullable String text;
  private @Nullable JsonNode json;

  /**
   * A body.
   *
   * @param text null if the body was larger than is read
   * @param counted bytes that were taken of the memory
   */
  AssertedBody(@Nullable String text, BodyMemory memory, int counted) {
    this.text = text;
    this.memory = memory;
    this.counted = counted;
  }

  /** Characters of the text; 0 if the body was larger than is read. */
  int characters() {
    return text == null ? 0 : text.length();
  }

  /**
   * The whole text.
   *
   * @throws AssertionFault if the body was larger than is read
   */
  String text() throws AssertionFault {
    if (text == null) {
      throw new AssertionFault("The body has more than 1 MiB");
    }
    return text;
  }

  /**
   * The value at a JSONPath, or all for an empty one; {@code MissingNode} for none.
   *
   * @throws AssertionFault as {@link #text} and {@link JsonPaths#read(String, String)}
   */
  JsonNode json(String path) throws AssertionFault {
    if (json == null) {
      String whole = text();
      JsonPaths.requireReadable(whole);
      json = JsonPaths.parse(whole);
    }
    return path.isEmpty() ? json : JsonPaths.read(json, path);
  }

  /** Gives the memory back; nothing may be asked afterwards. */
  void close() {
    text = null;
    json = null;
    memory.give(counted);
  }
}
