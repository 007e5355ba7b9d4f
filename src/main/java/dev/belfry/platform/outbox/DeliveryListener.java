package dev.belfry.platform.outbox;

/** Is told of every attempt that ended, after that was written down. */
public interface DeliveryListener {
  /** Is told nothing. */
  DeliveryListener NONE = (delivery, receipt, ended) -> {};

  /** An attempt ended. */
  void ended(Delivery delivery, DeliveryResult receipt, AttemptOutcome ended);
}
