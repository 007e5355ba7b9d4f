package dev.belfry.statuspages.page;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.RequestScope;
import dev.belfry.platform.error.Violation;
import dev.belfry.statuspages.domain.DomainPolicy;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** The API's operations on status pages. */
public final class StatusPageOperations {
  private final StatusPages pages;
  private final DomainPolicy domains;
  private final PageListener listener;

  /**
   * Creates the operations.
   *
   * @param ids makes the ids of pages and cards
   * @param domains tells which domains pages may have
   * @param listener learns of each page that is created, replaced or deleted
   */
  public StatusPageOperations(
      Database database,
      Ids ids,
      InstantSource clock,
      DomainPolicy domains,
      PageListener listener) {
    this.pages = new StatusPages(database, ids, clock);
    this.domains = domains;
    this.listener = listener;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listStatusPages", this::listStatusPages)
        .add("createStatusPage", StatusPageCodec::draft, this::violations, this::createStatusPage)
        .add("readStatusPage", this::readStatusPage)
        .add("updateStatusPage", StatusPageCodec::draft, this::violations, this::updateStatusPage)
        .add("deleteStatusPage", this::deleteStatusPage)
        .inSets("createStatusPage", "updateStatusPage", "deleteStatusPage")
        .inTurn("updateStatusPage");
  }

  private List<Violation> violations(StatusPageDraft draft) {
    return StatusPageRules.of(draft, domains);
  }

  private String json(StatusPageRow row) {
    return StatusPageCodec.json(row, domains);
  }

  Future<ApiResponse> listStatusPages(ApiRequest request) {
    return pages
        .list(
            request.account(), request.optionalGuid("nextId").orElse(null), request.number("limit"))
        .map(page -> ApiResponse.ok(page.json(this::json)));
  }

  Future<ApiResponse> createStatusPage(ApiRequest request, StatusPageDraft draft) {
    return pages
        .create(request.account(), draft)
        .onSuccess(row -> tell(draft))
        .map(row -> ApiResponse.created(json(row)));
  }

  Future<ApiResponse> readStatusPage(ApiRequest request) {
    return pages.read(request.account(), request.guid("id")).map(row -> ApiResponse.ok(json(row)));
  }

  Future<ApiResponse> updateStatusPage(ApiRequest request, StatusPageDraft draft) {
    return pages
        .replace(request.account(), request.guid("id"), draft)
        .onSuccess(row -> tell(draft))
        .map(row -> ApiResponse.ok(json(row)));
  }

  private void tell(StatusPageDraft draft) {
    draft.settings().url().ifValue(listener::onWritten);
  }

  Future<ApiResponse> deleteStatusPage(ApiRequest request) {
    UUID id = request.guid("id");
    return pages
        .delete(request.account(), id)
        .onSuccess(deleted -> RequestScope.afterCommit(() -> listener.onDeleted(id)))
        .map(deleted -> ApiResponse.noContent());
  }
}
