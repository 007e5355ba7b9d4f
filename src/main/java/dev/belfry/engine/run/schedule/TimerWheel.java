package dev.belfry.engine.run.schedule;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds what is due later and gives it back when it is: a hashed timing wheel (Varghese and Lauck
 * 1987), so that adding costs the same whether ten or a million things wait. Confined to one
 * thread.
 */
public final class TimerWheel {
  /** How late something may be given back, milliseconds. */
  public static final long TICK_MILLIS = 4;

  private static final int BUCKETS = 1 << 14;

  private final @Nullable TimerEntry[] buckets = new TimerEntry[BUCKETS];
  private long tick;
  private int size;

  /**
   * @param now milliseconds since 1970
   */
  public TimerWheel(long now) {
    tick = now / TICK_MILLIS;
  }

  /** Adds what is due at its {@link TimerEntry#due}; what is overdue comes with the next tick. */
  public void add(TimerEntry timed) {
    int bucket = (int) Math.max(timed.due / TICK_MILLIS, tick) & (BUCKETS - 1);
    timed.next = buckets[bucket];
    buckets[bucket] = timed;
    size++;
  }

  /** Gives back everything that is due, once for each tick that has passed wholly. */
  public void advance(long now, Consumer<TimerEntry> due) {
    long current = now / TICK_MILLIS;
    if (current - tick > BUCKETS) {
      tick = current - BUCKETS;
    }
    while (tick < current) {
      int bucket = (int) tick & (BUCKETS - 1);
      long end = (tick + 1) * TICK_MILLIS;
      TimerEntry timed = buckets[bucket];
      buckets[bucket] = null;
      tick++;
      while (timed != null) {
        TimerEntry following = timed.next;
        timed.next = null;
        if (timed.cancelled) {
          size--;
        } else if (timed.due < end) {
          size--;
          due.accept(timed);
        } else {
          timed.next = buckets[bucket];
          buckets[bucket] = timed;
        }
        timed = following;
      }
    }
  }

  /** Everything due before this has been given back, milliseconds since 1970. */
  public long reached() {
    return tick * TICK_MILLIS;
  }

  /** What is held, cancelled things included. */
  int size() {
    return size;
  }
}
