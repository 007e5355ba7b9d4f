package dev.belfry.alerting.grouping;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.CursorPage;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;

/** The API's operations on groups of alerts. */
public final class AlertGroupOperations {
  private static final int MOST_MEMBERS = 1_000;

  private final AlertGroupReader groups;

  /** Creates the operations. */
  public AlertGroupOperations(Database database) {
    this.groups = new AlertGroupReader(database);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listAlertGroups", this::listAlertGroups)
        .add("readAlertGroup", this::readAlertGroup)
        .add("listAlertGroupEvents", this::listAlertGroupEvents);
  }

  Future<ApiResponse> listAlertGroups(ApiRequest request) {
    long limit = request.number("limit");
    return groups
        .list(
            request.account(),
            request.optionalText("alertChannelId").map(Long::valueOf).orElse(null),
            request.optionalFlag("open").orElse(null),
            request.optionalGuid("nextId").orElse(null),
            CursorPage.rows(limit))
        .map(
            rows ->
                ApiResponse.ok(
                    CursorPage.of(rows, limit, AlertGroup::id).json(AlertGroupView::of)));
  }

  Future<ApiResponse> listAlertGroupEvents(ApiRequest request) {
    long limit = request.number("limit");
    return groups
        .events(
            request.account(),
            request.guid("id"),
            request.optionalGuid("nextId").orElse(null),
            CursorPage.rows(limit))
        .map(found -> found.orElseThrow(ApiException::notFound))
        .map(
            rows ->
                ApiResponse.ok(CursorPage.of(rows, limit, GroupEvent::id).json(GroupEvent::json)));
  }

  Future<ApiResponse> readAlertGroup(ApiRequest request) {
    return groups
        .read(request.account(), request.guid("id"), MOST_MEMBERS)
        .map(
            found ->
                ApiResponse.ok(
                    AlertGroupView.withMembers(found.orElseThrow(ApiException::notFound))));
  }
}
