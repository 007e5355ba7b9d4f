package dev.belfry.engine.run.schedule;

/**
 * Holds runs back after the process stood still for so long that another instance may have claimed
 * its shards and made the overdue runs. Runs go on with the next answered beat. All times are
 * nanoseconds of a monotonic clock. Confined to one thread.
 */
public final class ResumeGuard {
  /** As long as other instances wait before they fence a silent one. */
  static final long STILL_NANOS = 3_000_000_000L;

  /** A database that is silent for so long is away for the other instances too. */
  static final long PATIENCE_NANOS = 3_000_000_000L;

  private long ticked;
  private long resumed;
  private boolean waiting;

  /**
   * Creates a guard that holds nothing back.
   *
   * @param now nanoseconds
   */
  public ResumeGuard(long now) {
    ticked = now;
  }

  /**
   * Notes a tick of the engine's timer.
   *
   * @param now nanoseconds
   * @param heard when the newest answered beat was sent
   * @return whether runs that are due may begin
   */
  public boolean mayBegin(long now, long heard) {
    if (now - ticked > STILL_NANOS) {
      resumed = now;
      waiting = true;
    }
    ticked = now;
    waiting = waiting && heard - resumed < 0 && now - resumed < PATIENCE_NANOS;
    return !waiting;
  }
}
