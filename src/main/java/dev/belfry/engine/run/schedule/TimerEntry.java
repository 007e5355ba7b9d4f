package dev.belfry.engine.run.schedule;

import org.jspecify.annotations.Nullable;

/** Something that is due at a time; in at most one place of a {@link TimerWheel}. */
public abstract class TimerEntry {
  /** Milliseconds since 1970; not to be changed while in a wheel. */
  public long due;

  /** Set to be left out when the time comes. */
  public boolean cancelled;

  @Nullable TimerEntry next;
}
