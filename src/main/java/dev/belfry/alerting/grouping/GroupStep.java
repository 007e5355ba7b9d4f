package dev.belfry.alerting.grouping;

/**
 * What follows from a look at a group.
 *
 * @param action what to do now
 * @param due when to look again, milliseconds since 1970; without meaning for a group that closes
 */
record GroupStep(Action action, long due) {
  /** What is done about a group. */
  enum Action {
    NOTHING,
    /** Queue a message with news. */
    TELL,
    /** Queue a message without news, since the problem goes on. */
    REPEAT,
    /** Queue the last message and close the group. */
    RESOLVE,
    /** Close the group and tell nothing. */
    CLOSE;

    /** Whether a message is queued. */
    boolean tells() {
      return this == TELL || this == REPEAT || this == RESOLVE;
    }

    /** Whether the group is closed. */
    boolean closes() {
      return this == RESOLVE || this == CLOSE;
    }
  }

  /** The state of the group afterwards. */
  GroupState after(GroupState before, long now) {
    return action.tells()
        ? new GroupState(
            before.revision() + 1, action == Action.REPEAT ? before.repeats() + 1 : 0, now)
        : before;
  }
}
