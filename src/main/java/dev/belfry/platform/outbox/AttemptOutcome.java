package dev.belfry.platform.outbox;

/**
 * What the end of an attempt made of a message.
 *
 * @param ageMillis from when it was queued to now
 */
public record AttemptOutcome(State state, long ageMillis) {
  /** A claim that was not the newest any more. */
  public static final AttemptOutcome LOST = new AttemptOutcome(State.LOST, 0);

  /** Where a message stands; the names of the column, but for LOST. */
  public enum State {
    PENDING,
    DELIVERED,
    DEAD,
    /** It is another's by now; nothing was changed. */
    LOST
  }
}
