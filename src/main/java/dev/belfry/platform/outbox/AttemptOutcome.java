package dev.belfry.platform.outbox;

/**
 * The state of a message after an attempt was stored.
 *
 * @param ageMillis from when the message was queued to now
 */
public record AttemptOutcome(State state, long ageMillis) {
  /** The outcome for a claim that a newer one has replaced. */
  public static final AttemptOutcome LOST = new AttemptOutcome(State.LOST, 0);

  /** The state of a message; all but LOST are values of the column {@code state}. */
  public enum State {
    /** Waits for its next attempt. */
    PENDING,
    /** The receiver has it. */
    DELIVERED,
    /** Given up. */
    DEAD,
    /** Another instance has claimed it; nothing was changed. */
    LOST
  }
}
