package dev.belfry.platform.outbox;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;

/** The queue of messages. Every future fails when the database is away. */
public interface Outbox {
  /**
   * Claims messages that are due and unclaimed. Messages to channels go before messages to
   * subscribers. In each of the two the accounts take turns, those with fewer places in it first,
   * and none gets more than its share; of an account the oldest come first. A claim holds for
   * {@link Dispatcher#LEASE_MILLIS}; until then no other instance gets the message.
   */
  Future<List<Delivery>> claim(ClaimLimits limits);

  /** Closes a message that its receiver has, if the claim is the newest. */
  Future<AttemptOutcome> close(Delivery delivery, DeliveryResult result);

  /** Schedules the next attempt, or gives an expired message up, if the claim is the newest. */
  Future<AttemptOutcome> retry(Delivery delivery, DeliveryResult result, long waitMillis);

  /** Gives a message up, if the claim is the newest; it stays visible as dead. */
  Future<AttemptOutcome> giveUp(Delivery delivery, DeliveryResult result);

  /** Releases claims at once; a message with a newer claim stays as it is. */
  Future<Void> release(Collection<Delivery> deliveries);
}
