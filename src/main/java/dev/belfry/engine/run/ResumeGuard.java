package dev.belfry.engine.run;

/**
 * Holds runs back after the process stood still for so long that another may have taken its shards,
 * until the directory has been heard again: what is overdue may have been made elsewhere. All times
 * are nanoseconds of a clock that does not jump. Confined to one thread.
 */
final class ResumeGuard {
  /** As long as others wait before they take somebody for dead. */
  static final long STILL_NANOS = 3_000_000_000L;

  /** A directory that says nothing for so long is away for the others too. */
  static final long PATIENCE_NANOS = 3_000_000_000L;

  private long ticked;
  private long woke;
  private boolean waiting;

  ResumeGuard(long now) {
    ticked = now;
  }

  /**
   * The engine's timer has come round.
   *
   * @param heard when the newest answer of the directory was asked for
   * @return whether what is due may begin
   */
  boolean mayGoOn(long now, long heard) {
    if (now - ticked > STILL_NANOS) {
      woke = now;
      waiting = true;
    }
    ticked = now;
    waiting = waiting && heard - woke < 0 && now - woke < PATIENCE_NANOS;
    return !waiting;
  }
}
