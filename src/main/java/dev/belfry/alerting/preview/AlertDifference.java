package dev.belfry.alerting.preview;

import org.jspecify.annotations.Nullable;

/**
 * How an alert differs between two replays of a check.
 *
 * @param inForce the alert under the policy in force, null for an added one
 * @param changed the alert under the changed policy, null for a removed one
 */
record AlertDifference(@Nullable ReplayedAlert inForce, @Nullable ReplayedAlert changed) {
  /** Kinds of differences, by their names on the wire. */
  enum Kind {
    ADDED,
    REMOVED,
    EARLIER,
    LATER,
    SAME
  }

  Kind kind() {
    if (inForce == null) {
      return Kind.ADDED;
    }
    if (changed == null) {
      return Kind.REMOVED;
    }
    int order = Long.compare(changed.at(), inForce.at());
    return order < 0 ? Kind.EARLIER : order > 0 ? Kind.LATER : Kind.SAME;
  }

  /** Either alert, preferably the one of the changed policy. */
  ReplayedAlert alert() {
    ReplayedAlert either = changed == null ? inForce : changed;
    if (either == null) {
      throw new IllegalStateException("a difference without alerts");
    }
    return either;
  }

  /** How much later the changed policy raises it, milliseconds; null unless both raise it. */
  @Nullable Long laterMillis() {
    return inForce == null || changed == null ? null : (Long) (changed.at() - inForce.at());
  }
}
