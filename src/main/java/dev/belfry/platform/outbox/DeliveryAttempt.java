package dev.belfry.platform.outbox;

import org.jspecify.annotations.Nullable;

/** One attempt: it is sent, then answered, then stored. */
final class DeliveryAttempt {
  private final long begun;
  private Delivery delivery;

  /** Null while the attempt is unanswered. */
  private @Nullable DeliveryResult result;

  /**
   * @param begun nanoseconds of the timers' clock
   */
  DeliveryAttempt(Delivery delivery, long begun) {
    this.delivery = delivery;
    this.begun = begun;
  }

  /** The message with its newest claim. */
  Delivery delivery() {
    return delivery;
  }

  long begun() {
    return begun;
  }

  /** Notes the result; returns false when the attempt has one already. */
  boolean onResult(DeliveryResult received) {
    if (result != null) {
      return false;
    }
    result = received;
    return true;
  }

  /** Notes a newer claim of this instance on the message under way. */
  void onClaimedAgain(Delivery newest) {
    delivery = newest;
  }
}
