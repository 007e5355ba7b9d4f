package dev.belfry.platform.outbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The result of an attempt to send a message.
 *
 * @param status the receiver's status code, 0 for none
 * @param answer a sentence for people, without secrets
 * @param after how long the receiver asked to wait, null for no such request
 */
public record DeliveryResult(Outcome outcome, int status, String answer, @Nullable Duration after) {
  /** The same result with another sentence. */
  public DeliveryResult answering(String sentence) {
    return new DeliveryResult(outcome, status, sentence, after);
  }

  /** What to do next. */
  public enum Outcome {
    /** The receiver has it. */
    DELIVERED,
    /** Try again later. */
    RETRY,
    /** The message cannot be delivered and is given up. */
    FAILED
  }
}
