package dev.belfry.engine.probe;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Measures how long each phase takes. Times are those of {@link System#nanoTime}. */
final class PhaseTimes {
  private static final long NANOS_PER_MICRO = 1_000;

  private long start;
  private final Map<Phase, Long> spent = new EnumMap<>(Phase.class);
  private @Nullable Phase phase;
  private long since;

  PhaseTimes(long start) {
    this.start = start;
  }

  /** Ends the phase under way and begins the next, or none for null. */
  void enter(@Nullable Phase next, long now) {
    if (phase != null) {
      spent.merge(phase, now - since, Long::sum);
    }
    phase = next;
    since = now;
  }

  /** Leaves a time between phases out of the total. */
  void exclude(long nanos) {
    start += nanos;
  }

  /** The phase under way; before the first it is the lookup. */
  Phase phase() {
    return phase == null ? Phase.LOOKUP : phase;
  }

  /**
   * The times so far.
   *
   * @param measured the phase that the total is limited to, once it has begun; null for none
   */
  Timings timings(long waitMicros, long now, @Nullable Phase measured) {
    boolean isLimited = measured != null && spent.containsKey(measured);
    return new Timings(
        waitMicros,
        micros(Phase.LOOKUP),
        micros(Phase.CONNECT),
        micros(Phase.SECURE),
        micros(Phase.FIRST_BYTE),
        micros(Phase.DOWNLOAD),
        measured != null && isLimited ? micros(measured) : (now - start) / NANOS_PER_MICRO);
  }

  private long micros(Phase one) {
    return spent.getOrDefault(one, 0L) / NANOS_PER_MICRO;
  }
}
