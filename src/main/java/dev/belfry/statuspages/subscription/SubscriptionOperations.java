package dev.belfry.statuspages.subscription;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PageList;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** The API's operations on the subscriptions of a status page. */
public final class SubscriptionOperations {
  private final PageSubscribers subscribers;
  private final AudienceStore audiences;

  /** Creates the operations; {@code ids} makes the ids of subscriptions. */
  public SubscriptionOperations(
      Database database, Config.Subscribers limits, Ids ids, InstantSource clock) {
    subscribers = new PageSubscribers(database, limits, ids, clock);
    audiences = new AudienceStore(database);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listSubscriptions", this::listSubscriptions)
        .add(
            "createSubscription",
            PageSubscriptionCodec::draft,
            SubscriptionRules::ofOne,
            this::createSubscription)
        .add(
            "createSubscriptions",
            PageSubscriptionCodec::drafts,
            SubscriptionRules::ofMany,
            this::createSubscriptions)
        .add("deleteSubscription", this::deleteSubscription)
        .add("previewAudience", this::previewAudience)
        .add("listUpdateMessages", this::listUpdateMessages)
        .inSets("createSubscription", "createSubscriptions", "deleteSubscription");
  }

  Future<ApiResponse> listSubscriptions(ApiRequest request) {
    return subscribers
        .list(
            request.account(),
            request.guid("id"),
            request.number("limit"),
            PageList.offset(request))
        .map(
            page ->
                new PageList(
                        page.rows().stream().map(PageSubscriptionCodec::json).toList(),
                        page.total())
                    .answer(request));
  }

  Future<ApiResponse> createSubscription(ApiRequest request, SubscriptionDraft draft) {
    return subscribers
        .subscribe(request.account(), request.guid("id"), draft)
        .map(SubscriptionOperations::answer);
  }

  Future<ApiResponse> createSubscriptions(ApiRequest request, List<SubscriptionDraft> drafts) {
    return subscribers
        .subscribe(request.account(), request.guid("id"), drafts)
        .map(outcome -> ApiResponse.created(PageSubscriptionCodec.json(outcome)));
  }

  Future<ApiResponse> deleteSubscription(ApiRequest request) {
    return subscribers
        .delete(request.account(), request.guid("id"), request.guid("subscriptionId"))
        .map(deleted -> ApiResponse.noContent());
  }

  Future<ApiResponse> previewAudience(ApiRequest request) {
    return audiences
        .of(request.account(), request.texts("serviceId").stream().map(UUID::fromString).toList())
        .map(audience -> ApiResponse.ok(AudienceView.of(audience)));
  }

  Future<ApiResponse> listUpdateMessages(ApiRequest request) {
    return audiences
        .told(request.account(), request.guid("incidentId"))
        .map(
            updates ->
                ApiResponse.ok(AudienceView.of(updates.orElseThrow(ApiException::notFound))));
  }

  private static ApiResponse answer(PageSubscribers.Subscribed subscribed) {
    String json = PageSubscriptionCodec.json(subscribed.row());
    return subscribed.made() ? ApiResponse.created(json) : ApiResponse.ok(json);
  }
}
