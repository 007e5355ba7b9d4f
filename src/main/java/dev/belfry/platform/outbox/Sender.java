package dev.belfry.platform.outbox;

import io.vertx.core.Future;

/** Sends one kind of message. */
public interface Sender {
  /**
   * Makes one attempt. The future succeeds with the result, also when the receiver refuses the
   * message. A failed future counts as {@link DeliveryResult.Outcome#RETRY}, and so does one that
   * takes longer than {@link Dispatcher#ATTEMPT_MILLIS}.
   */
  Future<DeliveryResult> send(Delivery delivery);
}
