package dev.belfry.fleet;

/**
 * A request and what became of it.
 *
 * @param at when it was due, milliseconds since 1970
 * @param status of the answer, 0 when there was none
 * @param retryAfter whether the answer said when to ask again
 * @param millis from when it was due to its end
 * @param failure why there was no answer, empty when there was one
 */
record Sent(Kind kind, long at, int status, boolean retryAfter, long millis, String failure) {

  /** What is asked. */
  enum Kind {
    GET,
    PUT,
    /** With an Idempotency-Key. */
    KEYED_POST,
    POST;

    /** Whether a balancer may send it again when it does not know whether it took effect. */
    boolean mayBeRepeated() {
      return this != POST;
    }
  }

  /** Whether the service did what it was asked. */
  boolean isWell() {
    return status >= 200 && status < 300;
  }

  /** Whether the service said that it was away and when to ask again. */
  boolean isAway() {
    return status == 503 && retryAfter;
  }
}
