package dev.belfry.statuspages.page;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;
import java.time.InstantSource;

/** The API's operations on status page services. */
public final class ServiceOperations {
  private final Services services;

  public ServiceOperations(Database database, Ids ids, InstantSource clock) {
    services = new Services(database, ids, clock);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("createService", this::createService)
        .add("listServices", this::listServices)
        .add("readService", this::readService)
        .add("updateService", this::updateService)
        .add("deleteService", this::deleteService);
  }

  Future<ApiResponse> createService(ApiRequest request) {
    return services
        .create(request.account(), name(request))
        .map(row -> ApiResponse.created(ServiceView.of(row)));
  }

  Future<ApiResponse> listServices(ApiRequest request) {
    return services
        .list(
            request.account(), request.optionalGuid("nextId").orElse(null), request.number("limit"))
        .map(page -> ApiResponse.ok(page.json(ServiceView::of)));
  }

  Future<ApiResponse> readService(ApiRequest request) {
    return services
        .read(request.account(), request.guid("id"))
        .map(row -> ApiResponse.ok(ServiceView.of(row)));
  }

  Future<ApiResponse> updateService(ApiRequest request) {
    return services
        .rename(request.account(), request.guid("id"), name(request))
        .map(row -> ApiResponse.ok(ServiceView.of(row)));
  }

  Future<ApiResponse> deleteService(ApiRequest request) {
    return services
        .delete(request.account(), request.guid("id"))
        .map(deleted -> ApiResponse.noContent());
  }

  private static String name(ApiRequest request) {
    return request.body().get("name").textValue();
  }
}
