package dev.belfry.statuspages.page;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.function.Consumer;

/** The API's operations on status pages. */
public final class StatusPageOperations {
  private final StatusPages pages;
  private final Consumer<String> written;

  /**
   * Creates the operations.
   *
   * @param ids makes the ids of pages and cards
   * @param written is told the url of each page that is created or replaced
   */
  public StatusPageOperations(
      Database database, Ids ids, InstantSource clock, Consumer<String> written) {
    this.written = written;
    pages = new StatusPages(database, ids, clock);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listStatusPages", this::listStatusPages)
        .add(
            "createStatusPage", StatusPageCodec::draft, StatusPageRules::of, this::createStatusPage)
        .add("readStatusPage", this::readStatusPage)
        .add(
            "updateStatusPage", StatusPageCodec::draft, StatusPageRules::of, this::updateStatusPage)
        .add("deleteStatusPage", this::deleteStatusPage);
  }

  Future<ApiResponse> listStatusPages(ApiRequest request) {
    return pages
        .list(
            request.account(), request.optionalGuid("nextId").orElse(null), request.number("limit"))
        .map(page -> ApiResponse.ok(page.json(StatusPageCodec::json)));
  }

  Future<ApiResponse> createStatusPage(ApiRequest request, StatusPageDraft draft) {
    return pages
        .create(request.account(), draft)
        .onSuccess(row -> tell(draft))
        .map(row -> ApiResponse.created(StatusPageCodec.json(row)));
  }

  Future<ApiResponse> readStatusPage(ApiRequest request) {
    return pages
        .read(request.account(), request.guid("id"))
        .map(row -> ApiResponse.ok(StatusPageCodec.json(row)));
  }

  Future<ApiResponse> updateStatusPage(ApiRequest request, StatusPageDraft draft) {
    return pages
        .replace(request.account(), request.guid("id"), draft)
        .onSuccess(row -> tell(draft))
        .map(row -> ApiResponse.ok(StatusPageCodec.json(row)));
  }

  private void tell(StatusPageDraft draft) {
    draft.settings().url().ifValue(written);
  }

  Future<ApiResponse> deleteStatusPage(ApiRequest request) {
    return pages
        .delete(request.account(), request.guid("id"))
        .map(deleted -> ApiResponse.noContent());
  }
}
