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
        .add(
            "createIncidentUpdate",
            IncidentUpdateCodec::draft,
            IncidentRules::ofUpdate,
            this::createIncidentUpdate)
        .add("readIncidentUpdate", this::readIncidentUpdate)
        .add(
            "updateIncidentUpdate",
            IncidentUpdateCodec::draft,
            IncidentRules::ofUpdate,
            this::updateIncidentUpdate)
        .add("deleteIncidentUpdate", this::deleteIncidentUpdate)
        .inSets("createIncidentUpdate", "updateIncidentUpdate", "deleteIncidentUpdate");
  }

  Future<ApiResponse> listIncidentUpdates(ApiRequest request) {
    return updates
        .list(request.account(), incident(request))
        .map(rows -> ApiResponse.ok(IncidentUpdateCodec.json(rows)));
  }

  Future<ApiResponse> createIncidentUpdate(ApiRequest request, IncidentUpdateDraft draft) {
    return updates
        .create(request.account(), incident(request), draft)
        .map(row -> ApiResponse.created(IncidentUpdateCodec.json(row)));
  }

  Future<ApiResponse> readIncidentUpdate(ApiRequest request) {
    return updates
        .read(request.account(), incident(request), id(request))
        .map(row -> ApiResponse.ok(IncidentUpdateCodec.json(row)));
  }

  Future<ApiResponse> updateIncidentUpdate(ApiRequest request, IncidentUpdateDraft edit) {
    return updates
        .edit(request.account(), incident(request), id(request), edit)
        .map(row -> ApiResponse.ok(IncidentUpdateCodec.json(row)));
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
