package dev.belfry.platform.trace;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A finished span. Its maker fills it in and gives it away; from then on it does not change. Its
 * texts are cut, so that a span takes a few kilobytes at most.
 */
public final class Span {
  /** Characters of a text that are kept. */
  static final int MOST_CHARACTERS = 256;

  private static final long NANOS_OF_MICRO = 1_000;

  final TraceId trace;
  final long id;
  final long parent;
  final Kind kind;
  final String name;
  final long startNanos;
  final long endNanos;
  final List<Attribute> attributes = new ArrayList<>(16);
  final List<Event> events = new ArrayList<>(0);
  private @Nullable String failure;

  /** On which side of a call a span is, with its number in OTLP. */
  public enum Kind {
    INTERNAL(1),
    CLIENT(3);

    final int number;

    Kind(int number) {
      this.number = number;
    }
  }

  /**
   * A fact about a span.
   *
   * @param value a {@link String} or a {@link Long}
   */
  record Attribute(String key, Object value) {}

  /** A part of a span that began at a time, and how long it took. */
  record Event(String name, long atNanos, long micros) {}

  /**
   * Creates a span without attributes.
   *
   * @param parent its parent in the trace, 0 for none
   * @param startMicros microseconds since 1970
   * @param endMicros the same, not before the start
   */
  public Span(
      TraceId trace,
      long id,
      long parent,
      Kind kind,
      String name,
      long startMicros,
      long endMicros) {
    this.trace = trace;
    this.id = id;
    this.parent = parent;
    this.kind = kind;
    this.name = cut(name);
    this.startNanos = startMicros * NANOS_OF_MICRO;
    this.endNanos = Math.max(startMicros, endMicros) * NANOS_OF_MICRO;
  }

  /** Adds a text; null and "" add nothing. */
  public Span with(String key, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      attributes.add(new Attribute(key, cut(value)));
    }
    return this;
  }

  /** Adds a number. */
  public Span with(String key, long value) {
    attributes.add(new Attribute(key, value));
    return this;
  }

  /** Adds a part, unless it took no time. */
  public Span part(String part, long startMicros, long micros) {
    if (micros > 0) {
      events.add(new Event(part, startMicros * NANOS_OF_MICRO, micros));
    }
    return this;
  }

  /** Makes its status an error. */
  public Span failed(String why) {
    failure = cut(why);
    return this;
  }

  /** Why its status is an error; null when it is not. */
  @Nullable String failure() {
    return failure;
  }

  private static String cut(String text) {
    if (text.length() <= MOST_CHARACTERS) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(MOST_CHARACTERS - 1));
    return text.substring(0, splits ? MOST_CHARACTERS - 1 : MOST_CHARACTERS);
  }
}
