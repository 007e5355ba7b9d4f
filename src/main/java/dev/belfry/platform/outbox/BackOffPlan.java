package dev.belfry.platform.outbox;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How long to wait before a message is tried again: up to a bound that doubles from 1 second to 15
 * minutes, spread over all of it, so that those who failed together do not come back together.
 */
public final class BackOffPlan {
  private static final long LEAST_MILLIS = 100;
  private static final long FIRST_MILLIS = 1_000;
  private static final long MOST_MILLIS = 15 * 60_000;
  private static final long MOST_ASKED_MILLIS = 60 * 60_000;
  private static final int MOST_DOUBLINGS = 10;

  private final RandomGenerator random;

  public BackOffPlan(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Milliseconds from now, at least 100.
   *
   * @param attempts made so far, at least 1
   * @param asked what the receiver asked for (Retry-After, RFC 9110 section 10.2.3), honoured up to
   *     an hour; else null
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
