package dev.belfry.statuspages.subscription;

import dev.belfry.monitoring.check.MailAddress;
import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;
import java.time.InstantSource;
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
    boolean mail = type.equals(SubscriptionType.EMAIL.name());
    if (address.isEmpty() || !(mail || type.equals(SubscriptionType.WEBHOOK.name()))) {
      return Future.succeededFuture(Outcome.INCOMPLETE);
    }
    if (!(mail ? MailAddress.isWellFormed(address) : WebAddress.isWellFormed(address))) {
      return Future.succeededFuture(Outcome.BAD_ADDRESS);
    }
    return subscribers
        .subscribe(
            account,
            page,
            new SubscriptionDraft(
                SubscriptionType.valueOf(type),
                address,
                mail ? SubscriptionStatus.PENDING : SubscriptionStatus.VERIFIED))
        .map(Outcome.DONE);
  }
}
