package dev.belfry.statuspages.subscription;

import static java.util.Objects.requireNonNull;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.outbox.Delivery;
import io.vertx.core.Future;
import java.util.Optional;

/** Loads the content of messages to subscribers. */
public final class SubscriberMessages {
  private final SubscriberMessageStore store;
  private final DigestContentStore digests;
  private final LinkStore subscriptions;
  private final SubscriptionLinks links;

  /** Creates it; {@code links} makes the links in messages. */
  public SubscriberMessages(Database database, SubscriptionLinks links) {
    this.store = new SubscriberMessageStore(database, links);
    this.digests = new DigestContentStore(database, store);
    this.subscriptions = new LinkStore(database, links);
    this.links = links;
  }

  /**
   * Loads the current content of a delivery of kind UPDATE or CONFIRMATION. It is empty when the
   * subscription has ended, a CONFIRMATION is confirmed already, or the update is deleted. The
   * future fails when the database does.
   */
  public Future<Optional<SubscriberMessage>> load(Delivery delivery) {
    return store.load(requireNonNull(delivery.subscriptionId()), delivery.updateId());
  }

  /**
   * Loads the current content of a delivery of kind DIGEST. It is empty when the subscription has
   * ended or the incidents are deleted. The future fails when the database does.
   */
  public Future<Optional<SubscriberDigest>> loadDigest(Delivery delivery) {
    return digests.load(delivery.id(), requireNonNull(delivery.subscriptionId()));
  }

  /** The token that confirms the subscription of a delivery. */
  String confirmationToken(Delivery delivery) {
    return links.confirmationToken(requireNonNull(delivery.subscriptionId()));
  }

  /** Confirms the subscription of a delivery, unless it has ended; fails when the database does. */
  Future<Void> confirm(Delivery delivery) {
    return subscriptions.confirm(requireNonNull(delivery.subscriptionId())).mapEmpty();
  }
}
