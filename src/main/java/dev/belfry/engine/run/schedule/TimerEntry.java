package dev.belfry.engine.run.schedule;

import org.jspecify.annotations.Nullable;

/** An entry of a {@link TimerWheel}, which it is in at most once. */
public abstract class TimerEntry {
  /** When it is due, milliseconds since 1970; do not change it while it is on a wheel. */
  public long due;

  /** Whether the wheel drops the entry when it is due. */
  public boolean cancelled;

  @Nullable TimerEntry next;
}
