package dev.belfry.api.ratelimit;

import io.vertx.core.Future;

/** Counts the tokens of all processes together, by its own clock. */
public interface Arbiter {
  /**
   * The demand of a process on a bucket.
   *
   * @param windowMillis how long a window is
   * @param capacity tokens of a window
   * @param must tokens for requests that wait
   * @param more tokens to have in hand besides; at most a sixth of what is left is given for these
   * @param owed tokens spent already without asking, which are counted whatever is left
   */
  record Want(String bucket, long windowMillis, int capacity, int must, int more, int owed) {}

  /**
   * The tokens that it gets.
   *
   * @param tokens 0 or more
   * @param total tokens given in this window to everybody
   * @param leftMillis until the window ends, counted from no earlier than when the want was sent
   * @param endMillis when the window ends, milliseconds since the epoch
   */
  record Grant(int tokens, int total, long leftMillis, long endMillis) {}

  /** Asks for tokens; fails when the arbiter is away. */
  Future<Grant> grant(Want want);

  /** Returns unused tokens if their window is still open. */
  Future<Void> release(String bucket, long endMillis, int tokens);
}
