package dev.belfry.platform.outbox;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;

/** The queue of messages. Futures fail when the queue cannot be reached. */
public interface Outbox {
  /**
   * Takes messages that are due and nobody works on, oldest first, each for {@link
   * Dispatcher#LEASE_MILLIS}; nobody else gets them before that is over.
   */
  Future<List<Delivery>> claim(ClaimLimits room);

  /** The receiver has it: closed for good, if the claim is the newest. */
  Future<AttemptOutcome> close(Delivery delivery, DeliveryResult receipt);

  /** To be tried again after a while, or dead when its day is over, if the claim is the newest. */
  Future<AttemptOutcome> again(Delivery delivery, DeliveryResult receipt, long waitMillis);

  /** Given up, visibly, if the claim is the newest. */
  Future<AttemptOutcome> dead(Delivery delivery, DeliveryResult receipt);

  /** Lets others have these at once; those with a newer claim are left alone. */
  Future<Void> release(Collection<Delivery> deliveries);
}
