package dev.belfry.platform.outbox;

/** Takes the news of every attempt whose result is stored. */
public interface DeliveryListener {
  /** Ignores every attempt. */
  DeliveryListener NONE = (delivery, result, outcome) -> {};

  /** Takes an attempt, its result, and the state of the message after it. */
  void onAttemptEnded(Delivery delivery, DeliveryResult result, AttemptOutcome outcome);
}
