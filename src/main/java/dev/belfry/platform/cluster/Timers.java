package dev.belfry.platform.cluster;

/** Runs tasks later, on the one thread to which the caller is confined. */
public interface Timers {
  /** Runs a task once, after at least so many milliseconds. */
  void after(long millis, Runnable task);

  /** Nanoseconds since a fixed moment; never goes back. */
  long nanos();
}
