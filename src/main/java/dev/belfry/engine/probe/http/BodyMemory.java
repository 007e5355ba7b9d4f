package dev.belfry.engine.probe.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the memory of the bodies that assertions look at, over all probes of a prober, so that
 * targets with large responses cannot fill the memory. Any thread may call.
 */
public final class BodyMemory {
  /** A body of up to this many bytes is not counted, so that it is read at any time. */
  static final int UNCOUNTED = 4_096;

  private static final long LEAST = 16L << 20;
  private static final int SHARE_OF_HEAP = 8;

  private final AtomicLong free;

  /** A bound of an eighth of the heap, 16 MiB at least. */
  public BodyMemory() {
    this(Math.max(LEAST, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP));
  }

  BodyMemory(long bytes) {
    free = new AtomicLong(bytes);
  }

  /** Takes as many bytes; false, and none taken, if there are not as many left. */
  boolean take(int bytes) {
    if (free.addAndGet(-bytes) >= 0) {
      return true;
    }
    give(bytes);
    return false;
  }

  /** Gives back what was taken. */
  void give(int bytes) {
    free.addAndGet(bytes);
  }
}
