package dev.belfry.engine.overview;

import java.util.Arrays;
import java.util.Optional;

/** The state of a check in the overview, the most urgent first. */
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

  /** The number in the database. */
  short code() {
    return code;
  }

  /** The state with a number of the database. */
  static CheckState of(int code) {
    return Arrays.stream(values())
        .filter(state -> state.code == code)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("Unknown check state in the database: " + code));
  }

  /** The state with a name of the API; empty for an unknown name. */
  static Optional<CheckState> named(String name) {
    return Arrays.stream(values()).filter(state -> state.name().equals(name)).findFirst();
  }
}
