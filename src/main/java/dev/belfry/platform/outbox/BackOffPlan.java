package dev.belfry.platform.outbox;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Computes how long a message waits before its next attempt. The bound doubles from 1 second to 15
 * minutes. The wait is random below it, so that messages that failed together spread out.
 */
public final class BackOffPlan {
  private static final long LEAST_MILLIS = 100;
  private static final long FIRST_MILLIS = 1_000;
  private static final long MOST_MILLIS = 15 * 60_000;
  private static final long MOST_ASKED_MILLIS = 60 * 60_000;
  private static final int MOST_DOUBLINGS = 10;

  private final RandomGenerator random;

  /** Creates a plan that takes its random numbers from here. */
  public BackOffPlan(RandomGenerator random) {
    this.random = random;
  }

  /**
   * The wait in milliseconds, at least 100.
   *
   * @param attempts made so far, at least 1
   * @param asked the wait that the receiver asked for (Retry-After, RFC 9110 section 10.2.3),
   *     honoured up to an hour; null for none
   */
  public long waitMillis(int attempts, @Nullable Duration asked) {
    long bound =
        Math.min(MOST_MILLIS, FIRST_MILLIS << Math.min(MOST_DOUBLINGS, Math.max(0, attempts - 1)));
    long spread = LEAST_MILLIS + random.nextLong(bound - LEAST_MILLIS + 1);
    return asked == null
        ? spread
        : Math.max(spread, bounded(asked) + random.nextLong(LEAST_MILLIS));
  }

  private static long bounded(Duration asked) {
    return asked.compareTo(Duration.ofMillis(MOST_ASKED_MILLIS)) > 0
        ? MOST_ASKED_MILLIS
        : asked.toMillis();
  }
}
