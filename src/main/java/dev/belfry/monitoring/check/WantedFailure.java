package dev.belfry.monitoring.check;

/** What a check with {@code shouldFail} waits for, by its type. */
public enum WantedFailure {
  /** An answer that says that the request failed, such as a status code of 400 or more. */
  ANSWER,
  /** A connection that is refused, broken or not answered; pings of which none is answered. */
  CONNECTION
}
