package dev.belfry.statuspages.page;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;
import java.time.InstantSource;

/** The API's operations on status pages. */
public final class StatusPageOperations {
  private final StatusPages pages;

  public StatusPageOperations(Database database, Ids ids, InstantSource clock) {
    pages = new StatusPages(database, ids, clock);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listStatusPages", this::listStatusPages)
        .add("createStatusPage", StatusPageRules::of, this::createStatusPage)
        .add("readStatusPage", this::readStatusPage)
        .add("updateStatusPage", StatusPageRules::of, this::updateStatusPage)
        .add("deleteStatusPage", this::deleteStatusPage);
  }

  Future<ApiResponse> listStatusPages(ApiRequest request) {
    return pages
        .list(
            request.account(), request.optionalGuid("nextId").orElse(null), request.number("limit"))
        .map(page -> ApiResponse.ok(page.json(StatusPageView::of)));
  }

  Future<ApiResponse> createStatusPage(ApiRequest request) {
    return pages
        .create(request.account(), StatusPageDraft.of(request.body()))
        .map(row -> ApiResponse.created(StatusPageView.of(row)));
  }

  Future<ApiResponse> readStatusPage(ApiRequest request) {
    return pages
        .read(request.account(), request.guid("id"))
        .map(row -> ApiResponse.ok(StatusPageView.of(row)));
  }

  Future<ApiResponse> updateStatusPage(ApiRequest request) {
    return pages
        .replace(request.account(), request.guid("id"), StatusPageDraft.of(request.body()))
        .map(row -> ApiResponse.ok(StatusPageView.of(row)));
  }

  Future<ApiResponse> deleteStatusPage(ApiRequest request) {
    return pages
        .delete(request.account(), request.guid("id"))
        .map(deleted -> ApiResponse.noContent());
  }
}
