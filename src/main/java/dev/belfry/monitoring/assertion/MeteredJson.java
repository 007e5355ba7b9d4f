package dev.belfry.monitoring.assertion;

import com.fasterxml.jackson.databind.node.TextNode;
import com.jayway.jsonpath.spi.json.JacksonJsonNodeJsonProvider;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Gives one evaluation of a JSONPath access to JSON and counts its steps, since a path such as
 * {@code $..*..*} visits a node many times.
 */
final class MeteredJson extends JacksonJsonNodeJsonProvider {
  private static final long MOST_STEPS = 500_000;
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Steps from one look at the time to the next. */
  private static final long ROUND = 256;

  /** Characters of a path that the library keeps for one step. */
  private static final int CHARACTERS = 32;

  private final long start;
  private long steps;
  private long checked;

  /** Thrown when the evaluation has had all steps or all time. */
  static final class SpentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private SpentException() {
      super("spent", null, false, false);
    }
  }

  /**
   * Creates the access for one evaluation.
   *
   * @param start of the evaluation, in the time of {@link System#nanoTime}
   */
  MeteredJson(long start) {
    super(JsonTexts.MAPPER);
    this.start = start;
  }

  private void spend(long more) {
    steps += more;
    if (steps > MOST_STEPS) {
      throw new SpentException();
    }
    if (steps - checked >= ROUND) {
      checked = steps;
      if (System.nanoTime() - start > MOST_NANOS) {
        throw new SpentException();
      }
    }
  }

  @Override
  public boolean isArray(@Nullable Object node) {
    spend(1);
    return super.isArray(node);
  }

  @Override
  public boolean isMap(@Nullable Object node) {
    spend(1);
    return super.isMap(node);
  }

  /** Tells a missing element from null, which the library would take it for. */
  @Override
  public @Nullable Object getArrayIndex(Object array, int index) {
    spend(1);
    Objects.checkIndex(index, length(array));
    return super.getArrayIndex(array, index);
  }

  @Override
  public @Nullable Object getMapValue(Object map, String key) {
    spend(1);
    return super.getMapValue(map, key);
  }

  @Override
  public Collection<String> getPropertyKeys(Object map) {
    Collection<String> keys = super.getPropertyKeys(map);
    spend(keys.size());
    return keys;
  }

  @Override
  public Iterable<?> toIterable(Object array) {
    spend(length(array));
    return super.toIterable(array);
  }

  /** Adds a result, or the path to one as a text. */
  @Override
  public void setArrayIndex(Object array, int index, @Nullable Object value) {
    if (value instanceof String text) {
      spend(1 + text.length() / CHARACTERS);
      super.setArrayIndex(array, index, TextNode.valueOf(text));
    } else {
      super.setArrayIndex(array, index, value);
    }
  }
}
