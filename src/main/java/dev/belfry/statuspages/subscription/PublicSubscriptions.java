package dev.belfry.statuspages.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.http.ClientAddress;
import dev.belfry.api.http.RequestHead;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.statuspages.subscription.SmsCodeStore.CodeRequest;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.ZoneOffset;
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
  private final SmsCodeStore codes;
  private final LinkStore links;
  private final SubscriptionTokens tokens;
  private final Config.Subscribers limits;
  private final ClientAddress clients;
  private final Sealer sealer;
  private final InstantSource clock;

  /**
   * Creates it.
   *
   * @param links makes the codes that confirm phone numbers
   * @param sealer seals addresses that are secrets
   * @param ids makes the ids of subscriptions
   */
  public PublicSubscriptions(
      Database database,
      Config config,
      SubscriptionLinks links,
      Sealer sealer,
      Ids ids,
      InstantSource clock) {
    this.limits = config.subscribers();
    this.subscribers = new PageSubscribers(database, limits, ids, clock);
    this.codes = new SmsCodeStore(database);
    this.links = new LinkStore(database, links);
    this.tokens = links.tokens();
    this.clients = new ClientAddress(config.http().trustedProxies());
    this.sealer = sealer;
    this.clock = clock;
  }

  /** The outcome for a reader; the same whether or not the address was subscribed already. */
  public enum Outcome {
    DONE,
    /** The code was right. */
    CONFIRMED,
    /** The code was wrong or is too old, or none was sent. */
    WRONG_CODE,
    BAD_ADDRESS,
    /** There is no mail server, so nobody could confirm. */
    NO_MAIL,
    /** The page or the operator does not allow this kind. */
    NOT_OFFERED,
    /** There are as many subscriptions as there may be. */
    TOO_MANY,
    INCOMPLETE,
    BAD_ZONE,
    /** The page no longer shows a chosen service. */
    OTHER_SERVICES
  }

  /**
   * The address in a form, as the answer may repeat it.
   *
   * @param type as it was sent
   */
  public static String address(String type, ObjectNode form) {
    String address = form.path("address").asText().trim();
    return type.equals(SubscriptionType.SMS.name()) ? PhoneNumber.normalized(address) : address;
  }

  /**
   * Subscribes the address in a form to a page, or confirms a phone number with a code. The future
   * fails with 404 when the page is gone, and when the database fails.
   *
   * @param offer the kinds that the page offers
   * @param type one of {@link SubscriptionType}; anything else is incomplete
   * @param head of the request
   */
  public Future<Outcome> subscribe(
      SubscriptionOffer offer,
      UUID account,
      UUID page,
      String type,
      ObjectNode form,
      RequestHead head) {
    String address = address(type, form);
    String code = form.path("code").asText().replaceAll("\\s", "");
    Optional<ChoiceDraft> choice = ChoiceForm.read(form);
    boolean known =
        Arrays.stream(SubscriptionType.values()).anyMatch(value -> value.name().equals(type));
    if (address.isEmpty() || !known || choice.isEmpty()) {
      return Future.succeededFuture(Outcome.INCOMPLETE);
    }
    SubscriptionType kind = SubscriptionType.valueOf(type);
    if (!offer.has(kind)) {
      return Future.succeededFuture(
          kind == SubscriptionType.EMAIL ? Outcome.NO_MAIL : Outcome.NOT_OFFERED);
    }
    if (kind == SubscriptionType.SMS && !code.isEmpty()) {
      return confirm(page, address, code);
    }
    SubscriptionDraft draft =
        new SubscriptionDraft(Field.of(kind), Field.of(address), false, true, choice.get());
    Optional<Outcome> problem = problem(draft);
    return problem.isPresent()
        ? Future.succeededFuture(problem.get())
        : subscribe(account, page, draft, clients.network(head));
  }

  private Optional<Outcome> problem(SubscriptionDraft draft) {
    List<Violation> violations = SubscriptionRules.ofOne(draft);
    if (!SubscriptionRules.isWellFormed(draft) || !isAllowed(draft)) {
      return Optional.of(Outcome.BAD_ADDRESS);
    }
    if (violations.stream().anyMatch(one -> one.path().equals("/" + ChoiceDraft.TIMEZONE))) {
      return Optional.of(Outcome.BAD_ZONE);
    }
    return violations.isEmpty() ? Optional.empty() : Optional.of(Outcome.INCOMPLETE);
  }

  private boolean isAllowed(SubscriptionDraft draft) {
    String address = draft.requiredAddress();
    return switch (draft.requiredType()) {
      case EMAIL, WEBHOOK -> true;
      case SMS -> PhoneNumber.isAllowed(address, limits.sms());
      case SLACK -> SlackAddress.isAllowed(address, limits.slack());
    };
  }

  private Future<Outcome> subscribe(
      UUID account, UUID page, SubscriptionDraft draft, String client) {
    String address = draft.requiredAddress();
    Future<PageSubscribers.Subscribed> done =
        switch (draft.requiredType()) {
          case EMAIL, WEBHOOK -> subscribers.subscribe(account, page, draft, Entrance.OPEN);
          case SMS ->
              subscribers.subscribe(
                  account,
                  page,
                  draft,
                  connection ->
                      SmsCodeStore.admit(
                          connection,
                          new CodeRequest(account, page, address, client),
                          limits,
                          clock.millis()));
          case SLACK ->
              subscribers.subscribe(
                  account, page, draft.at(SlackAddress.stored(address)), sealing(account, address));
        };
    return done.map(Outcome.DONE)
        .recover(
            failure ->
                failure instanceof ApiException refused
                    ? refused(refused)
                    : Future.failedFuture(failure));
  }

  private Entrance sealing(UUID account, String address) {
    return new Entrance() {
      @Override
      public Future<Void> admit(SqlConnection connection) {
        return Future.succeededFuture();
      }

      @Override
      public String sealed(UUID subscription) {
        return sealer.seal(SlackAddress.context(account, subscription), address);
      }
    };
  }

  private Future<Outcome> confirm(UUID page, String number, String code) {
    return codes
        .attempt(page, number, clock.instant().atOffset(ZoneOffset.UTC))
        .compose(
            sent ->
                sent.filter(one -> tokens.isCode(one.subscription(), one.number(), code))
                    .map(one -> links.confirm(one.subscription()).map(Outcome.CONFIRMED))
                    .orElseGet(() -> Future.succeededFuture(Outcome.WRONG_CODE)));
  }

  private static Future<Outcome> refused(ApiException refused) {
    return switch (refused.error()) {
      case CONFLICT -> Future.succeededFuture(Outcome.TOO_MANY);
      case BAD_REQUEST -> Future.succeededFuture(Outcome.OTHER_SERVICES);
      default -> Future.failedFuture(refused);
    };
  }
}
