package dev.belfry.statuspages.subscription;

import static java.util.Objects.requireNonNull;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.outbox.Delivery;
import io.vertx.core.Future;
import java.util.Optional;

/** Loads what messages to subscribers say, for those who send them. */
public final class SubscriberMessages {
  private final SubscriberMessageStore store;

  public SubscriberMessages(Database database, SubscriptionLinks links) {
    this.store = new SubscriberMessageStore(database, links);
  }

  /**
   * What a delivery of kind UPDATE or CONFIRMATION says, as things are now. Empty when it must not
   * be sent any more: the subscription has ended, has been confirmed meanwhile (CONFIRMATION), or
   * the update has been deleted.
   */
  public Future<Optional<SubscriberMessage>> load(Delivery delivery) {
    return store.load(requireNonNull(delivery.subscriptionId()), delivery.updateId());
  }
}
