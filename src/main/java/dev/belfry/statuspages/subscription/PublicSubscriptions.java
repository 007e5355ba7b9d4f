package dev.belfry.statuspages.subscription;

import dev.belfry.api.contract.Field;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.UUID;

/**
 * Subscribes readers through the public form. A reader must confirm an e-mail address and does not
 * learn whether it was subscribed already.
 */
public final class PublicSubscriptions {
  private final PageSubscribers subscribers;

  /** Creates it; {@code ids} makes the ids of subscriptions. */
  public PublicSubscriptions(Database database, Ids ids, InstantSource clock) {
    subscribers = new PageSubscribers(database, ids, clock);
  }

  /** The outcome for a reader; the same whether or not the address was subscribed already. */
  public enum Outcome {
    DONE,
    BAD_ADDRESS,
    INCOMPLETE
  }

  /**
   * Subscribes an address to a page. The future fails with 404 when the page is gone, and when the
   * database fails.
   *
   * @param type EMAIL or WEBHOOK; anything else is incomplete
   */
  public Future<Outcome> subscribe(UUID account, UUID page, String type, String address) {
    boolean known =
        Arrays.stream(SubscriptionType.values()).anyMatch(value -> value.name().equals(type));
    if (address.isEmpty() || !known) {
      return Future.succeededFuture(Outcome.INCOMPLETE);
    }
    SubscriptionDraft draft =
        new SubscriptionDraft(Field.of(SubscriptionType.valueOf(type)), Field.of(address), false);
    if (!SubscriptionRules.isWellFormed(draft)) {
      return Future.succeededFuture(Outcome.BAD_ADDRESS);
    }
    return subscribers.subscribe(account, page, draft).map(Outcome.DONE);
  }
}
