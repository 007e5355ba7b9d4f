package dev.belfry.testing;

import java.util.concurrent.locks.LockSupport;

/** Asking again and again until something has come. */
public final class Polling {
  private static final long PAUSE_NANOS = 10_000_000;

  private Polling() {}

  /** Between two questions: asked without one they take the processor from what is waited for. */
  public static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
  }
}
