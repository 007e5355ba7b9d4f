package dev.belfry.platform.db.embedded;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/**
 * How long to wait before a server that died is started again: longer each time, until there were
 * too many attempts. The time is passed in.
 */
final class RestartPauses {
  private static final int MOST = 4;
  private static final long FIRST_MILLIS = 500;
  private static final Duration REMEMBERED = Duration.ofMinutes(5);

  private final Deque<Long> attempts = new ArrayDeque<>();

  /**
   * Milliseconds before the next attempt, which counts from now on; empty when there were too many
   * in the last five minutes.
   *
   * @param now a counter of nanoseconds
   */
  OptionalLong next(long now) {
    while (!attempts.isEmpty() && now - attempts.peek() > REMEMBERED.toNanos()) {
      attempts.poll();
    }
    if (attempts.size() == MOST) {
      return OptionalLong.empty();
    }
    long pause = attempts.isEmpty() ? 0 : FIRST_MILLIS << (attempts.size() - 1);
    attempts.add(now);
    return OptionalLong.of(pause);
  }
}
