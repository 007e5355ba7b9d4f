package dev.belfry.statuspages.page;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;

/** The API's operations on status page services. */
public final class ServiceOperations {
  private final Services services;

  /** Creates the operations; {@code ids} makes the ids of services. */
  public ServiceOperations(Database database, Ids ids, InstantSource clock) {
    services = new Services(database, ids, clock);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("createService", ServiceCodec::draft, draft -> List.of(), this::createService)
        .add("listServices", this::listServices)
        .add("readService", this::readService)
        .add("updateService", ServiceCodec::draft, draft -> List.of(), this::updateService)
        .add("deleteService", this::deleteService)
        .inSets("createService", "updateService", "deleteService");
  }

  Future<ApiResponse> createService(ApiRequest request, ServiceDraft draft) {
    return services
        .create(request.account(), ServiceCodec.name(draft))
        .map(row -> ApiResponse.created(ServiceCodec.json(row)));
  }

  Future<ApiResponse> listServices(ApiRequest request) {
    return services
        .list(
            request.account(), request.optionalGuid("nextId").orElse(null), request.number("limit"))
        .map(page -> ApiResponse.ok(page.json(ServiceCodec::json)));
  }

  Future<ApiResponse> readService(ApiRequest request) {
    return services
        .read(request.account(), request.guid("id"))
        .map(row -> ApiResponse.ok(ServiceCodec.json(row)));
  }

  Future<ApiResponse> updateService(ApiRequest request, ServiceDraft draft) {
    return services
        .rename(request.account(), request.guid("id"), ServiceCodec.name(draft))
        .map(row -> ApiResponse.ok(ServiceCodec.json(row)));
  }

  Future<ApiResponse> deleteService(ApiRequest request) {
    return services
        .delete(request.account(), request.guid("id"))
        .map(deleted -> ApiResponse.noContent());
  }
}
