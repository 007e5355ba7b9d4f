package dev.belfry.platform.config;

/** Selects the requests that leave a line in the log. */
public enum AccessLog {
  /** Every request. */
  ALL,
  /** Requests answered with a status of 400 or above. */
  FAILURES,
  /** None. */
  OFF
}
