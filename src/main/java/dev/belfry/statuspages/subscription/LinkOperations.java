package dev.belfry.statuspages.subscription;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.LinkPage;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.statuspages.subscription.SubscriptionTokens.Purpose;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The operations behind the links in messages to subscribers; a token authorizes each call. */
public final class LinkOperations {
  private final LinkStore store;
  private final SubscriptionTokens tokens;

  /** Creates the operations. */
  public LinkOperations(Database database, SubscriptionLinks links) {
    this.store = new LinkStore(database, links);
    this.tokens = links.tokens();
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("showConfirmation", this::showConfirmation)
        .add("confirmSubscription", this::confirmSubscription)
        .add("showUnsubscription", this::showUnsubscription)
        .add("unsubscribe", this::unsubscribe);
  }

  Future<ApiResponse> showConfirmation(ApiRequest request) {
    return genuine(
        request,
        Purpose.CONFIRM,
        id -> store.find(id).map(found -> answer(found.map(LinkTexts::confirm))));
  }

  Future<ApiResponse> confirmSubscription(ApiRequest request) {
    return genuine(
        request,
        Purpose.CONFIRM,
        id -> store.confirm(id).map(found -> answer(found.map(LinkTexts::confirmed))));
  }

  Future<ApiResponse> showUnsubscription(ApiRequest request) {
    return genuine(
        request,
        Purpose.UNSUBSCRIBE,
        id ->
            store
                .find(id)
                .map(
                    found ->
                        ok(found.map(LinkTexts::unsubscribe).orElseGet(LinkTexts::unsubscribed))));
  }

  Future<ApiResponse> unsubscribe(ApiRequest request) {
    return genuine(
        request,
        Purpose.UNSUBSCRIBE,
        id -> store.delete(id).map(found -> ok(LinkTexts.unsubscribed())));
  }

  private Future<ApiResponse> genuine(
      ApiRequest request, Purpose purpose, Function<UUID, Future<ApiResponse>> work) {
    return tokens
        .verify(purpose, request.optionalText("token").orElse(""))
        .map(work)
        .orElseGet(() -> Future.succeededFuture(answer(Optional.empty())));
  }

  private static ApiResponse answer(Optional<LinkPage> page) {
    return page.map(LinkOperations::ok).orElseGet(() -> LinkTexts.missing().answer(404));
  }

  private static ApiResponse ok(LinkPage page) {
    return page.answer(200);
  }
}
