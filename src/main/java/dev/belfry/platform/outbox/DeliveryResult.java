package dev.belfry.platform.outbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What became of an attempt to send.
 *
 * @param status the receiver's status code, 0 when there is none
 * @param answer a sentence for people, without secrets
 * @param after how long the receiver asked to be left alone, else null
 */
public record DeliveryResult(Outcome outcome, int status, String answer, @Nullable Duration after) {
  /** The same with another sentence. */
  public DeliveryResult answering(String sentence) {
    return new DeliveryResult(outcome, status, sentence, after);
  }

  /** What to do next. */
  public enum Outcome {
    /** The receiver has it. */
    DELIVERED,
    /** Try again later. */
    RETRY,
    /** It cannot be delivered, however often it is tried. */
    FAILED
  }
}
