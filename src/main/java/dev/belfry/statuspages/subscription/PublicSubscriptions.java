package dev.belfry.statuspages.subscription;

import dev.belfry.api.contract.Field;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.UUID;

/**
 * Subscribing as readers do it themselves: nobody vouches for them, and nothing is told to them.
 */
public final class PublicSubscriptions {
  private final PageSubscribers subscribers;

  public PublicSubscriptions(Database database, Ids ids, InstantSource clock) {
    subscribers = new PageSubscribers(database, ids, clock);
  }

  /** What became of a reader's wish; the same whether or not the address was there already. */
  public enum Outcome {
    DONE,
    BAD_ADDRESS,
    INCOMPLETE
  }

  /**
   * Subscribes an address to a page; an e-mail address has to be confirmed.
   *
   * @param type EMAIL or WEBHOOK; anything else is incomplete
   */
  public Future<Outcome> ask(UUID account, UUID page, String type, String address) {
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
