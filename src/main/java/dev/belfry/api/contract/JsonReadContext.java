package dev.belfry.api.contract;

import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/** What one pass over a JSON text has found so far: where it is, and every violation up to here. */
final class JsonReadContext {
  /** The most violations that one answer names. */
  static final int MOST_VIOLATIONS = 100;

  private final List<Violation> violations = new ArrayList<>(0);
  private Object[] path = new Object[8];
  private int depth;
  private final boolean plain;
  private final boolean omitsUnset;

  /** A pass over the text of a client that sends what it means to change. */
  JsonReadContext(boolean plain) {
    this(plain, false);
  }

  /**
   * @param plain the text has neither escapes nor anything but ASCII, so no string in it can hold a
   *     character that cannot be stored
   * @param omitsUnset an absent member may mean that nothing is set
   */
  JsonReadContext(boolean plain, boolean omitsUnset) {
    this.plain = plain;
    this.omitsUnset = omitsUnset;
  }

  /** Whether the client leaves out what is not set. */
  boolean omitsUnset() {
    return omitsUnset;
  }

  boolean isPlain() {
    return plain;
  }

  void enter(Object nameOrIndex) {
    if (depth == path.length) {
      path = java.util.Arrays.copyOf(path, depth * 2);
    }
    path[depth++] = nameOrIndex;
  }

  void leave() {
    depth--;
  }

  void violate(String message) {
    if (violations.size() < MOST_VIOLATIONS) {
      violations.add(new Violation(pointer(), message));
    }
  }

  void violate(String member, String message) {
    enter(member);
    violate(message);
    leave();
  }

  List<Violation> violations() {
    return violations;
  }

  /** RFC 6901 pointer of the value being read. */
  private String pointer() {
    StringBuilder pointer = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      pointer.append('/').append(path[i].toString().replace("~", "~0").replace("/", "~1"));
    }
    return pointer.toString();
  }
}
