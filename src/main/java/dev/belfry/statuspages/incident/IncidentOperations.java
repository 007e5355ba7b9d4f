package dev.belfry.statuspages.incident;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;
import java.time.InstantSource;

/** The API's operations on incidents. */
public final class IncidentOperations {
  private final Incidents incidents;
  private final IncidentUpdateOperations updates;

  /** Creates the operations; {@code ids} makes the ids of incidents and updates. */
  public IncidentOperations(Database database, Ids ids, InstantSource clock) {
    IncidentStore store = new IncidentStore(database);
    IncidentUpdateStore updateStore = new IncidentUpdateStore(database);
    incidents = new Incidents(database, store, updateStore, ids, clock);
    updates =
        new IncidentUpdateOperations(new IncidentUpdates(database, store, updateStore, ids, clock));
  }

  /** Adds these operations, and those on incident updates, to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("createIncident", IncidentCodec::draft, IncidentRules::ofDraft, this::createIncident)
        .add("listIncidents", this::listIncidents)
        .add("readIncident", this::readIncident)
        .add("updateIncident", IncidentCodec::change, IncidentRules::ofChange, this::updateIncident)
        .add("patchIncident", IncidentCodec::change, IncidentRules::ofChange, this::patchIncident)
        .add("deleteIncident", this::deleteIncident)
        .inSets("createIncident", "updateIncident", "patchIncident", "deleteIncident");
    updates.register(registry);
  }

  Future<ApiResponse> createIncident(ApiRequest request, IncidentDraft draft) {
    return incidents
        .create(request.account(), draft)
        .map(row -> ApiResponse.created(IncidentCodec.json(row)));
  }

  Future<ApiResponse> listIncidents(ApiRequest request) {
    return incidents
        .list(
            request.account(), request.optionalGuid("nextId").orElse(null), request.number("limit"))
        .map(page -> ApiResponse.ok(page.json(IncidentCodec::json)));
  }

  Future<ApiResponse> readIncident(ApiRequest request) {
    return incidents
        .read(request.account(), request.guid("incidentId"))
        .map(row -> ApiResponse.ok(IncidentCodec.json(row)));
  }

  Future<ApiResponse> updateIncident(ApiRequest request, IncidentChange change) {
    return change(request, change);
  }

  Future<ApiResponse> patchIncident(ApiRequest request, IncidentChange change) {
    return change(request, change);
  }

  Future<ApiResponse> deleteIncident(ApiRequest request) {
    return incidents
        .delete(request.account(), request.guid("incidentId"))
        .map(deleted -> ApiResponse.noContent());
  }

  /** PUT and PATCH keep absent members; the contract requires every member of a PUT. */
  private Future<ApiResponse> change(ApiRequest request, IncidentChange change) {
    return incidents
        .change(request.account(), request.guid("incidentId"), change)
        .map(row -> ApiResponse.ok(IncidentCodec.json(row)));
  }
}
