package dev.belfry.statuspages.subscription;

import static java.util.Objects.requireNonNull;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import java.util.Optional;

/** Loads the content of messages to subscribers. */
public final class SubscriberMessages {
  private final SubscriberMessageStore store;
  private final DigestContentStore digests;
  private final LinkStore subscriptions;
  private final SmsCodeStore codes;
  private final SubscriptionLinks links;

  /** Creates it; {@code links} makes the links in messages, {@code sealer} unseals addresses. */
  public SubscriberMessages(Database database, SubscriptionLinks links, Sealer sealer) {
    this.store = new SubscriberMessageStore(database, links, sealer);
    this.codes = new SmsCodeStore(database);
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

  /** The code that confirms the phone number of a delivery; empty when it is no longer valid. */
  Future<Optional<String>> code(Delivery delivery) {
    return codes
        .current(requireNonNull(delivery.subscriptionId()))
        .map(sent -> sent.map(one -> links.tokens().code(one.subscription(), one.number())));
  }

  /** Ends the subscription of a delivery; fails when the database does. */
  Future<Void> end(Delivery delivery) {
    return subscriptions.delete(requireNonNull(delivery.subscriptionId())).mapEmpty();
  }

  /** Confirms the subscription of a delivery, unless it has ended; fails when the database does. */
  Future<Void> confirm(Delivery delivery) {
    return subscriptions.confirm(requireNonNull(delivery.subscriptionId())).mapEmpty();
  }
}
