package dev.belfry.engine.overview;

import java.util.Arrays;
import java.util.Optional;

/** What people want to know of a check first, in the order in which they want to see it. */
enum CheckState {
  FAILING(0),
  DEGRADED(1),
  NO_DATA(2),
  PASSING(3),
  PAUSED(4);

  private final short code;

  CheckState(int code) {
    this.code = (short) code;
  }

  /** Number in the database. */
  short code() {
    return code;
  }

  /** The state of a number. */
  static CheckState of(int code) {
    return Arrays.stream(values())
        .filter(state -> state.code == code)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no state " + code));
  }

  /** The state of a name in the API, empty for other words. */
  static Optional<CheckState> named(String name) {
    return Arrays.stream(values()).filter(state -> state.name().equals(name)).findFirst();
  }
}
