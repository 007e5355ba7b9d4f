package dev.belfry.statuspages.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
    INCOMPLETE,
    BAD_ZONE,
    /** The page no longer shows a chosen service. */
    OTHER_SERVICES
  }

  /**
   * Subscribes an address to a page. The future fails with 404 when the page is gone, and when the
   * database fails.
   *
   * @param type EMAIL or WEBHOOK; anything else is incomplete
   * @param form whose fields have the choice of services and digests
   */
  public Future<Outcome> subscribe(
      UUID account, UUID page, String type, String address, ObjectNode form) {
    Optional<ChoiceDraft> choice = ChoiceForm.read(form);
    boolean known =
        Arrays.stream(SubscriptionType.values()).anyMatch(value -> value.name().equals(type));
    if (address.isEmpty() || !known || choice.isEmpty()) {
      return Future.succeededFuture(Outcome.INCOMPLETE);
    }
    SubscriptionDraft draft =
        new SubscriptionDraft(
            Field.of(SubscriptionType.valueOf(type)), Field.of(address), false, true, choice.get());
    List<Violation> violations = SubscriptionRules.ofOne(draft);
    if (violations.stream().anyMatch(one -> one.path().equals("/" + ChoiceDraft.TIMEZONE))) {
      return Future.succeededFuture(Outcome.BAD_ZONE);
    }
    if (!violations.isEmpty() && SubscriptionRules.isWellFormed(draft)) {
      return Future.succeededFuture(Outcome.INCOMPLETE);
    }
    if (!violations.isEmpty()) {
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
                failure instanceof ApiException refused
                    ? refused(refused)
                    : Future.failedFuture(failure));
  }

  private static Future<Outcome> refused(ApiException refused) {
    return switch (refused.error()) {
      case CONFLICT -> Future.succeededFuture(Outcome.TOO_MANY);
      case BAD_REQUEST -> Future.succeededFuture(Outcome.OTHER_SERVICES);
      default -> Future.failedFuture(refused);
    };
  }
}
