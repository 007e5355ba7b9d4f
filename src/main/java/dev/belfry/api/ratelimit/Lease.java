package dev.belfry.api.ratelimit;

import io.vertx.core.shareddata.Shareable;

/**
 * The share of one process in a bucket: the tokens it may spend without asking, the number given to
 * all processes, and the end of the window. It is worthless once the window has ended. Immutable;
 * the time is passed in.
 *
 * @param end when the window ends, by the process's counter of nanoseconds
 * @param endMillis the same by the arbiter's clock, milliseconds since the epoch
 * @param capacity requests for each window
 * @param granted tokens given to all processes in this window, as the arbiter said last
 * @param owed tokens spent here of which the arbiter does not know
 * @param told the same, of which it is being told
 * @param tokens tokens in hand, part of those granted
 * @param touched when a token was last taken, by the same counter
 * @param outcome what came of the last attempt to take one
 */
public record Lease(
    long end,
    long endMillis,
    int capacity,
    int granted,
    int owed,
    int told,
    int tokens,
    long touched,
    Outcome outcome)
    implements Shareable {

  /** The outcome of an attempt to take a token. */
  enum Outcome {
    ADMITTED,
    REFUSED,
    /** There may be tokens, but none is here. */
    ASK
  }

  /** Nothing is known of the bucket. */
  static Lease unknown(long now, int capacity) {
    return new Lease(now, 0, capacity, 0, 0, 0, 0, now, Outcome.ASK);
  }

  /** The lease after an attempt to take a token. */
  Lease take(long now, int limit) {
    if (isOver(now)) {
      return new Lease(end, endMillis, limit, 0, 0, 0, 0, now, Outcome.ASK);
    }
    if (limit != capacity) {
      return unknown(now, limit);
    }
    if (tokens > 0) {
      return with(owed, told, tokens - 1, now, Outcome.ADMITTED);
    }
    return with(owed, told, 0, touched, spent() < capacity ? Outcome.ASK : Outcome.REFUSED);
  }

  /**
   * The lease after the arbiter has given some tokens. What was spent meanwhile without asking is
   * paid with them.
   *
   * @param known tokens spent without asking that the arbiter was told of
   * @param grant tokens given, 0 or more
   * @param total tokens given to all processes in the window
   */
  Lease receive(long now, long newEnd, long newEndMillis, int known, int grant, int total) {
    boolean same = !isOver(now);
    int debt = same ? owed : 0;
    int paid = Math.min(debt, grant);
    return new Lease(
        newEnd,
        newEndMillis,
        capacity,
        total,
        debt - paid,
        same ? Math.max(0, told - known) : 0,
        (same ? tokens : 0) + grant - paid,
        touched,
        outcome);
  }

  /** The lease after a token was taken while the arbiter was away. */
  Lease alone(long now, long windowNanos, long windowEndMillis, int limit) {
    if (isOver(now)) {
      return new Lease(
          now + windowNanos,
          windowEndMillis,
          limit,
          0,
          Math.min(1, limit),
          0,
          0,
          now,
          limit > 0 ? Outcome.ADMITTED : Outcome.REFUSED);
    }
    if (tokens > 0) {
      return take(now, capacity);
    }
    return spent() < capacity
        ? with(owed + 1, told, 0, now, Outcome.ADMITTED)
        : with(owed, told, 0, touched, Outcome.REFUSED);
  }

  /** The lease while what it owes is being told to the arbiter. */
  Lease tell() {
    return with(0, told + owed, tokens, touched, outcome);
  }

  /** The lease when telling of so many has failed. */
  Lease stillOwes(int debt) {
    int failed = Math.min(debt, told);
    return with(owed + failed, told - failed, tokens, touched, outcome);
  }

  /** The lease after its tokens have been given back. */
  Lease emptied() {
    return new Lease(end, endMillis, capacity, granted - tokens, owed, told, 0, touched, outcome);
  }

  private Lease with(int owes, int tells, int has, long at, Outcome next) {
    return new Lease(end, endMillis, capacity, granted, owes, tells, has, at, next);
  }

  /** Tokens that the arbiter has given away or has yet to count, as far as this process knows. */
  private int spent() {
    return granted + owed + told;
  }

  /** Requests that may still be sent in this window, as far as this process knows. */
  int remaining() {
    return Math.max(0, capacity - spent() + tokens);
  }

  /** Whether nothing is in hand and nothing is owed. */
  boolean isSettled() {
    return tokens == 0 && owed == 0;
  }

  /** Whether the window has ended. */
  boolean isOver(long now) {
    return now - end >= 0;
  }
}
