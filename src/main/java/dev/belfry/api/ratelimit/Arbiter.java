package dev.belfry.api.ratelimit;

import io.vertx.core.Future;

/** Counts the tokens of all processes together, by its own clock. */
public interface Arbiter {
  /**
   * The demand of a process on a bucket.
   *
   * @param windowMillis how long a window is; one that ends later than that from now is over, since
   *     the arbiter's clock was set back
   * @param newMillis how long a window lasts that begins with this want, at most the above
   * @param seen the last window that the process knows of
   * @param capacity tokens of a window
   * @param must tokens for requests that wait
   * @param more tokens to have in hand besides; at most a sixth of what is left is given for these
   * @param owed tokens spent already without asking, which are counted whatever is left
   */
  record Want(
      String bucket,
      long windowMillis,
      long newMillis,
      Seen seen,
      int capacity,
      int must,
      int more,
      int owed) {}

  /**
   * A window and what the process's own clock, which is never set, says of its end. If it is the
   * arbiter's last one, that counts and not the arbiter's clock: an open window is moved along with
   * that clock, and one that has ended is over.
   *
   * @param endMillis when it ends, as the arbiter said; 0 = the process knows of none
   * @param leftMillis until it ends; 0 or less when it has ended
   */
  record Seen(long endMillis, long leftMillis) {
    /** The process knows of no window. */
    static final Seen NONE = new Seen(0, 0);

    /** What the arbiter and the process say of the end of one window differs by less. */
    static final long SLACK_MILLIS = 1_000;
  }

  /**
   * The tokens that it gets.
   *
   * @param tokens 0 or more
   * @param total tokens given in this window to everybody
   * @param leftMillis until the window ends, counted from no earlier than when the want was sent
   * @param endMillis when the window ends, milliseconds since the epoch
   */
  record Grant(int tokens, int total, long leftMillis, long endMillis) {}

  /**
   * What a want comes to.
   *
   * @param inTime fails when the arbiter is away or takes longer than a request can wait
   * @param atLast the same however long it takes; fails when nothing was granted, as far as can be
   *     told
   */
  record Answer(Future<Grant> inTime, Future<Grant> atLast) {}

  /** Asks for tokens. */
  Answer grant(Want want);

  /** Returns unused tokens if their window is still open. */
  Future<Void> release(String bucket, long endMillis, int tokens);
}
