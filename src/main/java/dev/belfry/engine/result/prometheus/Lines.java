package dev.belfry.engine.result.prometheus;

import io.vertx.core.buffer.Buffer;

/** Collects sample lines of one metric family. */
final class Lines {
  private final String name;
  private StringBuilder text;

  Lines(Family<?> family) {
    name = family.name();
    text = new StringBuilder(family.head());
  }

  /**
   * Adds a sample.
   *
   * @param suffix of the family's name, such as {@code _bucket}
   * @param labels without braces
   */
  void add(String suffix, String labels, double value) {
    add(suffix, labels, number(value));
  }

  /** Adds a sample that is a count. */
  void add(String suffix, String labels, long value) {
    add(suffix, labels, Long.toString(value));
  }

  private void add(String suffix, String labels, String value) {
    text.append(name).append(suffix).append('{').append(labels).append("} ").append(value);
    text.append('\n');
  }

  /** What has been collected since the last time. */
  Buffer take() {
    Buffer taken = Buffer.buffer(text.toString());
    text = new StringBuilder();
    return taken;
  }

  /** A number without a useless fraction. */
  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
