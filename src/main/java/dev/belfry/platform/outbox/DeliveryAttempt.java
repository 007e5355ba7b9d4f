package dev.belfry.platform.outbox;

import org.jspecify.annotations.Nullable;

/** One attempt under way: sent, then answered, then written down. */
final class DeliveryAttempt {
  private final long begun;
  private Delivery delivery;
  private @Nullable DeliveryResult receipt;

  /**
   * @param begun nanoseconds of the timers' clock
   */
  DeliveryAttempt(Delivery delivery, long begun) {
    this.delivery = delivery;
    this.begun = begun;
  }

  /** With the newest claim. */
  Delivery delivery() {
    return delivery;
  }

  long begun() {
    return begun;
  }

  /** What came of it, null while that is not known. */
  @Nullable DeliveryResult receipt() {
    return receipt;
  }

  /** Notes what came of it; false when that was known before. */
  boolean answered(DeliveryResult answer) {
    if (receipt != null) {
      return false;
    }
    receipt = answer;
    return true;
  }

  /** The same message was claimed once more while this attempt was under way. */
  void renewed(Delivery newest) {
    delivery = newest;
  }
}
