package dev.belfry.platform.cluster;

/** Runs things later, on the one thread that everything of an instance runs on. */
public interface Timers {
  /** Runs something once, after at least so many milliseconds. */
  void after(long millis, Runnable what);

  /** Nanoseconds from some fixed moment, never going back. */
  long nanos();
}
