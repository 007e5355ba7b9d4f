package dev.belfry.account.people;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Slows down a network that tries passwords for one person. It counts by both, so that strangers
 * elsewhere cannot keep the person out. An attempt counts before its password is checked, so that
 * attempts at once count too; a success, with the second factor, clears the count. Safe for every
 * thread.
 */
final class SignInBackOff {
  /** Attempts without a pause. */
  static final int FREE = 5;

  static final Duration LONGEST = Duration.ofMinutes(15);

  /** After so long without an attempt the count begins anew. */
  static final Duration MEMORY = Duration.ofHours(1);

  private static final int MOST = 100_000;
  private static final int MOST_DOUBLINGS = 10;

  private final Cache<Attempt, State> states = Caffeine.newBuilder().maximumSize(MOST).build();
  private final InstantSource clock;

  SignInBackOff(InstantSource clock) {
    this.clock = clock;
  }

  /** Whose password a network tries. */
  record Attempt(String email, String network) {}

  /**
   * What became of the attempts of one network for one person.
   *
   * @param until no attempt before that, in milliseconds since 1970
   * @param admitted whether the last one was
   */
  record State(int attempts, long last, long until, boolean admitted) {
    /** The state after one more attempt. */
    static State after(@Nullable State before, long now) {
      if (before == null || now - before.last > MEMORY.toMillis()) {
        return new State(1, now, now, true);
      }
      if (now < before.until) {
        return new State(before.attempts, before.last, before.until, false);
      }
      int attempts = before.attempts + 1;
      return new State(attempts, now, now + pause(attempts), true);
    }

    private static long pause(int attempts) {
      if (attempts < FREE) {
        return 0;
      }
      long doubled = 1_000L << Math.min(attempts - FREE, MOST_DOUBLINGS);
      return Math.min(doubled, LONGEST.toMillis());
    }
  }

  /** Counts an attempt. The seconds to wait before the next one, 0 when this one may go on. */
  long begin(Attempt attempt) {
    State state =
        states.asMap().compute(attempt, (key, before) -> State.after(before, clock.millis()));
    // Not a time from before the attempt was counted: the wait would be longer than the pause.
    long left = state.until() - clock.millis();
    return state.admitted() ? 0 : Math.max(1, (left + 999) / 1_000);
  }

  /** Forgets the attempts before a success. */
  void succeeded(Attempt attempt) {
    states.invalidate(attempt);
  }
}
