package dev.belfry.testing;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Asking again and again until something has come. */
public final class Polling {
  private static final long PAUSE_NANOS = 10_000_000;
  private static final long PATIENCE_NANOS = 40_000_000_000L;

  private Polling() {}

  /** Between two questions: asked without one they take the processor from what is waited for. */
  public static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  /**
   * Waits until a condition holds.
   *
   * @param condition what the error names when it does not hold within 40 seconds
   */
  public static void until(String condition, BooleanSupplier holds) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("not within 40 seconds: " + condition);
      }
      pause();
    }
  }
}
