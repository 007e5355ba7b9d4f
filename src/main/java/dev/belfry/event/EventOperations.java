package dev.belfry.event;

import dev.belfry.http.ApiRequest;
import dev.belfry.http.ApiResponse;
import dev.belfry.http.OperationRegistry;
import io.vertx.core.Future;

/** The API's operation on events. */
public final class EventOperations {
  private final EventHub hub;

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
