package dev.belfry.platform.db;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * How long requests wait for the database. One that answers nobody is given up soon, one that
 * answers others is slow, and waited for longer. Safe for every thread.
 */
public final class Patience {
  /** How many times the timeout a request waits for a database that answers others. */
  private static final int SLOW = 6;

  private final Duration timeout;
  private volatile long answeredNanos = System.nanoTime();

  /**
   * @param timeout how long a database that answers nobody is waited for
   */
  public Patience(Duration timeout) {
    this.timeout = timeout;
  }

  /** How long a database that answers nobody is waited for. */
  Duration timeout() {
    return timeout;
  }

  /** The longest that a request waits. */
  Duration longest() {
    return timeout.multipliedBy(SLOW);
  }

  /** Says that the database has answered something, whoever asked. */
  void answered() {
    answeredNanos = System.nanoTime();
  }

  /**
   * How long work is still waited for, nanoseconds; zero or less when it is given up.
   *
   * @param begunNanos when it began, by {@link System#nanoTime}
   */
  private long leftNanos(long begunNanos) {
    long now = System.nanoTime();
    long silent = Math.min(now - begunNanos, now - answeredNanos);
    return Math.min(longest().toNanos() - (now - begunNanos), timeout.toNanos() - silent);
  }

  /** The same result; fails with a {@link TimeoutException} when it is waited for no longer. */
  <T> Future<T> bound(Future<T> result) {
    return bound(result, System.nanoTime());
  }

  private <T> Future<T> bound(Future<T> result, long begunNanos) {
    return bound(result, () -> leftNanos(begunNanos));
  }

  /**
   * The same for a result that can be done without: it is waited for no longer than a while, and
   * not at all when no answer has come from the database for so long.
   */
  public <T> Future<T> bound(Future<T> result, Duration most) {
    long begunNanos = System.nanoTime();
    return bound(
        result,
        () -> {
          long now = System.nanoTime();
          return most.toNanos() - Math.max(now - begunNanos, now - answeredNanos);
        });
  }

  private static <T> Future<T> bound(Future<T> result, LongSupplier leftNanos) {
    return result
        .timeout(Math.max(1, leftNanos.getAsLong()), TimeUnit.NANOSECONDS)
        .recover(
            failure -> {
              if (result.isComplete()) {
                return result;
              }
              return leftNanos.getAsLong() > 0
                  ? bound(result, leftNanos)
                  : Future.failedFuture(failure);
            });
  }
}
