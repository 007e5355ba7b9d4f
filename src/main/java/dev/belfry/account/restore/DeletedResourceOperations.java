package dev.belfry.account.restore;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.CursorPage;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import java.time.InstantSource;

/** The API's operations on what was deleted. */
public final class DeletedResourceOperations {
  private final DeletedResourceStore store;
  private final Restoration restoration;
  private final InstantSource clock;

  /** Creates the operations on a database whose statements keep accounts within their quotas. */
  public DeletedResourceOperations(Database database, InstantSource clock) {
    this.store = new DeletedResourceStore(database);
    this.restoration = new Restoration(database, clock);
    this.clock = clock;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listDeletedResources", this::listDeletedResources)
        .add("restoreDeletedResource", this::restoreDeletedResource);
  }

  Future<ApiResponse> listDeletedResources(ApiRequest request) {
    long limit = request.number("limit");
    return store
        .list(
            request.account(),
            request.optionalText("resourceType").orElse(null),
            request.optionalGuid("nextId").orElse(null),
            clock.millis(),
            CursorPage.rows(limit))
        .map(
            found ->
                ApiResponse.ok(
                    CursorPage.of(found, limit, DeletedResource::id).json(DeletedResource::json)));
  }

  Future<ApiResponse> restoreDeletedResource(ApiRequest request) {
    return restoration
        .execute(request.account(), request.guid("id"), request.flag("leaveOutMissing"))
        .map(restored -> ApiResponse.ok(restored.json()));
  }
}
