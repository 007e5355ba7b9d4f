package dev.belfry.monitoring.maintenance;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PageList;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;

/** The API's operations on maintenance windows. */
public final class MaintenanceOperations {
  private final MaintenanceWindows windows;

  public MaintenanceOperations(Database database, InstantSource clock) {
    windows = new MaintenanceWindows(database, clock);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listMaintenanceWindows", this::onListMaintenanceWindows)
        .add("createMaintenanceWindow", WindowCodec.CREATE, this::onCreateMaintenanceWindow)
        .add("readMaintenanceWindow", this::onReadMaintenanceWindow)
        .add("updateMaintenanceWindow", WindowCodec.UPDATE, this::onUpdateMaintenanceWindow)
        .add("deleteMaintenanceWindow", this::onDeleteMaintenanceWindow)
        .inSets("createMaintenanceWindow", "updateMaintenanceWindow", "deleteMaintenanceWindow")
        .inTurn("updateMaintenanceWindow");
  }

  Future<ApiResponse> onListMaintenanceWindows(ApiRequest request) {
    return windows
        .list(request.account(), request.number("limit"), PageList.offset(request))
        .map(
            page -> {
              List<String> entries = page.rows().stream().map(MaintenanceView::of).toList();
              return new PageList(entries, page.total()).answer(request);
            });
  }

  Future<ApiResponse> onCreateMaintenanceWindow(ApiRequest request, WindowDraft draft) {
    return windows
        .create(request.account(), draft)
        .map(row -> ApiResponse.created(MaintenanceView.of(row)));
  }

  Future<ApiResponse> onReadMaintenanceWindow(ApiRequest request) {
    return windows
        .read(request.account(), request.number("id"))
        .map(row -> ApiResponse.ok(MaintenanceView.of(row)));
  }

  Future<ApiResponse> onUpdateMaintenanceWindow(ApiRequest request, WindowDraft draft) {
    return windows
        .update(request.account(), request.number("id"), draft)
        .map(row -> ApiResponse.ok(MaintenanceView.of(row)));
  }

  Future<ApiResponse> onDeleteMaintenanceWindow(ApiRequest request) {
    return windows
        .delete(request.account(), request.number("id"))
        .map(deleted -> ApiResponse.noContent());
  }
}
