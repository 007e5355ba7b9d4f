package dev.belfry.statuspages.subscription;

import dev.belfry.api.contract.Field;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.UUID;

/**
 * Subscribes readers through the public form. The receiver must confirm, and a reader does not
 * learn whether the address was subscribed already.
 */
public final class PublicSubscriptions {
  private final PageSubscribers subscribers;
  private final boolean takesMail;

  /** Creates it; {@code ids} makes the ids of subscriptions. */
  public PublicSubscriptions(Database database, Config config, Ids ids, InstantSource clock) {
    subscribers = new PageSubscribers(database, config.subscribers(), ids, clock);
    takesMail = config.smtp().server() != null;
  }

  /** The outcome for a reader; the same whether or not the address was subscribed already. */
  public enum Outcome {
    DONE,
    BAD_ADDRESS,
    /** There is no mail server, so nobody could confirm. */
    NO_MAIL,
    /** There are as many subscriptions as there may be. */
    TOO_MANY,
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
        new SubscriptionDraft(
            Field.of(SubscriptionType.valueOf(type)), Field.of(address), false, true);
    if (!SubscriptionRules.isWellFormed(draft)) {
      return Future.succeededFuture(Outcome.BAD_ADDRESS);
    }
    if (draft.requiredType() == SubscriptionType.EMAIL && !takesMail) {
      return Future.succeededFuture(Outcome.NO_MAIL);
    }
    return subscribers
        .subscribe(account, page, draft)
        .map(Outcome.DONE)
        .recover(
            failure ->
                failure instanceof ApiException refused && refused.error() == ApiError.CONFLICT
                    ? Future.succeededFuture(Outcome.TOO_MANY)
                    : Future.failedFuture(failure));
  }
}
