package dev.belfry.platform.outbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The result of an attempt to send a message.
 *
 * @param status the receiver's status code, 0 for none
 * @param answer a sentence for people, without secrets
 * @param after how long the receiver asked to wait, null for no such request
 * @param receipt what the sender wants to know at the next attempt, or at a later message; null
 *     keeps what is stored
 */
public record DeliveryResult(
    Outcome outcome,
    int status,
    String answer,
    @Nullable Duration after,
    @Nullable String receipt) {
  /** A result without a receipt. */
  public DeliveryResult(Outcome outcome, int status, String answer, @Nullable Duration after) {
    this(outcome, status, answer, after, null);
  }

  /** No answer that tells anything, for this reason. */
  static DeliveryResult retry(String reason) {
    return new DeliveryResult(Outcome.RETRY, 0, reason, null);
  }

  /** The same result with a receipt; null keeps what is stored. */
  public DeliveryResult with(@Nullable String kept) {
    return new DeliveryResult(outcome, status, answer, after, kept);
  }

  /** The same result with another sentence. */
  public DeliveryResult answering(String sentence) {
    return new DeliveryResult(outcome, status, sentence, after, receipt);
  }

  /** The same result with the status in place of what the receiver said, which may be secret. */
  public DeliveryResult withStatusAlone() {
    return status == 0 ? this : answering("HTTP " + status);
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
