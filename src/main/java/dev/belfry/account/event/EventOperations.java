package dev.belfry.account.event;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import io.vertx.core.Future;

/** The API's operation on events. */
public final class EventOperations {
  private final EventHub hub;

  /** The operation on the streams of one event loop. */
  public EventOperations(EventHub hub) {
    this.hub = hub;
  }

  /** Adds this operation to the registry. */
  public void register(OperationRegistry registry) {
    registry.add("followEvents", this::followEvents);
  }

  Future<ApiResponse> followEvents(ApiRequest request) {
    return Future.succeededFuture(ApiResponse.events(hub.follow(request.caller())));
  }
}
