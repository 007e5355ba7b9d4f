package dev.belfry.platform.outbox;

import io.vertx.core.Future;

/** Sends one kind of message. */
public interface Sender {
  /**
   * Makes one attempt; the future succeeds within the time of an attempt, whatever becomes of it. A
   * failed future counts as {@link DeliveryResult.Outcome#RETRY}.
   */
  Future<DeliveryResult> send(Delivery delivery);
}
