package dev.belfry.engine.run.schedule;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds entries until they are due: a hashed timing wheel (Varghese and Lauck 1987), on which
 * adding costs the same whether ten or a million entries wait. Confined to one thread.
 */
public final class TimerWheel {
  /** How late an entry may be handed out, milliseconds. */
  public static final long TICK_MILLIS = 4;

  private static final int BUCKETS = 1 << 14;

  private final @Nullable TimerEntry[] buckets = new TimerEntry[BUCKETS];
  private long tick;
  private int size;

  /**
   * Creates an empty wheel.
   *
   * @param now milliseconds since 1970
   */
  public TimerWheel(long now) {
    tick = now / TICK_MILLIS;
  }

  /** Adds an entry; one that is overdue is handed out with the next tick. */
  public void add(TimerEntry entry) {
    int bucket = (int) Math.max(entry.due / TICK_MILLIS, tick) & (BUCKETS - 1);
    entry.next = buckets[bucket];
    buckets[bucket] = entry;
    size++;
  }

  /** Hands out every entry that is due in a tick that has passed wholly. */
  public void advance(long now, Consumer<TimerEntry> onDue) {
    long current = now / TICK_MILLIS;
    if (current - tick > BUCKETS) {
      tick = current - BUCKETS;
    }
    while (tick < current) {
      int bucket = (int) tick & (BUCKETS - 1);
      long end = (tick + 1) * TICK_MILLIS;
      TimerEntry entry = buckets[bucket];
      buckets[bucket] = null;
      tick++;
      while (entry != null) {
        TimerEntry following = entry.next;
        entry.next = null;
        if (entry.cancelled) {
          size--;
        } else if (entry.due < end) {
          size--;
          onDue.accept(entry);
        } else {
          entry.next = buckets[bucket];
          buckets[bucket] = entry;
        }
        entry = following;
      }
    }
  }

  /** Every entry due before this has been handed out, milliseconds since 1970. */
  public long reached() {
    return tick * TICK_MILLIS;
  }

  /** Entries on the wheel, cancelled ones included. */
  int size() {
    return size;
  }
}
