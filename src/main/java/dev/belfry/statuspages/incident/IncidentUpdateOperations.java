package dev.belfry.statuspages.incident;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import io.vertx.core.Future;
import java.util.UUID;

/** The API's operations on incident updates. */
final class IncidentUpdateOperations {
  private final IncidentUpdates updates;

  IncidentUpdateOperations(IncidentUpdates updates) {
    this.updates = updates;
  }

  void register(OperationRegistry registry) {
    registry
        .add("listIncidentUpdates", this::listIncidentUpdates)
        .add("createIncidentUpdate", PublicDate::violations, this::createIncidentUpdate)
        .add("readIncidentUpdate", this::readIncidentUpdate)
        .add("updateIncidentUpdate", PublicDate::violations, this::updateIncidentUpdate)
        .add("deleteIncidentUpdate", this::deleteIncidentUpdate);
  }

  Future<ApiResponse> listIncidentUpdates(ApiRequest request) {
    return updates
        .list(request.account(), incident(request))
        .map(rows -> ApiResponse.ok(IncidentUpdateView.of(rows)));
  }

  Future<ApiResponse> createIncidentUpdate(ApiRequest request) {
    return updates
        .create(request.account(), incident(request), IncidentUpdateDraft.of(request.body()))
        .map(row -> ApiResponse.created(IncidentUpdateView.of(row)));
  }

  Future<ApiResponse> readIncidentUpdate(ApiRequest request) {
    return updates
        .read(request.account(), incident(request), id(request))
        .map(row -> ApiResponse.ok(IncidentUpdateView.of(row)));
  }

  Future<ApiResponse> updateIncidentUpdate(ApiRequest request) {
    return updates
        .edit(
            request.account(),
            incident(request),
            id(request),
            IncidentUpdateEdit.of(request.body()))
        .map(row -> ApiResponse.ok(IncidentUpdateView.of(row)));
  }

  Future<ApiResponse> deleteIncidentUpdate(ApiRequest request) {
    return updates
        .delete(request.account(), incident(request), id(request))
        .map(deleted -> ApiResponse.noContent());
  }

  private static UUID incident(ApiRequest request) {
    return request.guid("incidentId");
  }

  private static UUID id(ApiRequest request) {
    return request.guid("incidentUpdateId");
  }
}
