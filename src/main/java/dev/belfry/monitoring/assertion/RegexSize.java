package dev.belfry.monitoring.assertion;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Estimates the size of a regular expression before it is compiled, since a compiler writes {@code
 * x{1000}} a thousand times. It may be too large, but never much too small.
 */
final class RegexSize {
  /** Larger sizes are not told apart. */
  private static final long MOST = 1_000_000_000;

  private final String regex;
  private final Deque<Long> outer = new ArrayDeque<>();
  private int at;

  /** Size of the group so far, without its last item. */
  private long before;

  /** Size of the item that a repetition would repeat. */
  private long last;

  private RegexSize(String regex) {
    this.regex = regex;
  }

  /** The number of characters that the expression has with its repetitions written out. */
  static long of(String regex) {
    return new RegexSize(regex).read();
  }

  private long read() {
    while (at < regex.length()) {
      char next = regex.charAt(at);
      switch (next) {
        case '\\' -> escape();
        case '[' -> characterClass();
        case '(' -> open();
        case ')' -> close();
        case '{' -> repeat();
        default -> item(1, 1);
      }
    }
    while (!outer.isEmpty()) {
      close();
    }
    return before + last;
  }

  private void item(long size, int length) {
    before = Math.min(MOST, before + last);
    last = size;
    at += length;
  }

  private void escape() {
    if (!regex.startsWith("\\Q", at)) {
      item(1, 2);
      return;
    }
    int end = regex.indexOf("\\E", at);
    int stop = end < 0 ? regex.length() : end + 2;
    item(stop - at, stop - at);
  }

  /** Ends no later than the class does, so that no repetition is overlooked. */
  private void characterClass() {
    int i = at + 1;
    i += regex.startsWith("^", i) ? 1 : 0;
    i += regex.startsWith("]", i) ? 1 : 0;
    while (i < regex.length() && regex.charAt(i) != ']') {
      i += regex.charAt(i) == '\\' ? 2 : 1;
    }
    item(1, i + 1 - at);
  }

  private void open() {
    outer.push(Math.min(MOST, before + last));
    before = 1;
    last = 0;
    at++;
  }

  private void close() {
    long group = Math.min(MOST, before + last + 1);
    before = outer.isEmpty() ? 0 : outer.pop();
    last = group;
    at++;
  }

  /** A brace without a number is an ordinary character. */
  private void repeat() {
    int i = at + 1;
    long least = 0;
    long most = 0;
    boolean isOpen = true;
    for (; i < regex.length() && isOpen; i++) {
      char next = regex.charAt(i);
      if (Character.isDigit(next)) {
        most = Math.min(MOST, most * 10 + Character.digit(next, 10));
      } else if (next == ',') {
        least = most;
        most = 0;
      } else {
        isOpen = false;
      }
    }
    long times = Math.max(1, Math.max(least, most));
    last = Math.min(MOST, Math.max(1, last) * times);
    at = i;
  }
}
