package dev.belfry.engine.testsession;

import dev.belfry.monitoring.check.Verdict;
import java.util.Arrays;

/** How a run of a test session ended. The database stores the numbers. */
enum TestOutcome {
  PASSED(0, "PASSED"),
  DEGRADED(1, "PASSED"),
  FAILED(2, "FAILED"),
  CANCELLED(3, "CANCELLED"),
  /** There is no verdict. */
  ERROR(4, "FAILED");

  private final int code;
  private final String status;

  TestOutcome(int code, String status) {
    this.code = code;
    this.status = status;
  }

  /** The number that the database stores. */
  int code() {
    return code;
  }

  /** The state that clients are shown. */
  String status() {
    return status;
  }

  static TestOutcome of(Verdict verdict) {
    return switch (verdict) {
      case PASSED -> PASSED;
      case DEGRADED -> DEGRADED;
      case FAILED -> FAILED;
      case OBSERVER_FAULT, MISSED -> ERROR;
    };
  }

  /** The outcome of a stored number. */
  static TestOutcome of(int stored) {
    return Arrays.stream(values())
        .filter(outcome -> outcome.code == stored)
        .findFirst()
        .orElseThrow();
  }
}
