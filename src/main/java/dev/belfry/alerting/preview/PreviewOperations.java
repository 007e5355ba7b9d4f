package dev.belfry.alerting.preview;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.monitoring.dependency.Dependent;
import dev.belfry.monitoring.dependency.Parent;
import dev.belfry.monitoring.dependency.ProposedDependencies;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** The API's operation that previews changed alert settings. It stores nothing. */
public final class PreviewOperations {
  private final Vertx vertx;
  private final PreviewStore store;
  private final PreviewParentStore parentStore;
  private final ProposedDependencies dependencies;
  private final PreviewPlaces places;
  private final Duration retention;
  private final InstantSource clock;

  /**
   * Creates the operation.
   *
   * @param places shared by all event loops
   * @param retention how long results are kept
   */
  public PreviewOperations(
      Vertx vertx,
      Database database,
      PreviewPlaces places,
      Duration retention,
      InstantSource clock) {
    this.vertx = vertx;
    this.store = new PreviewStore(database);
    this.parentStore = new PreviewParentStore(database);
    this.dependencies = new ProposedDependencies(database);
    this.places = places;
    this.retention = retention;
    this.clock = clock;
  }

  /** Adds the operation to the registry. */
  public void register(OperationRegistry registry) {
    registry.add("previewAlerts", PreviewDraft.BODY, this::onPreviewAlerts);
  }

  Future<ApiResponse> onPreviewAlerts(ApiRequest request, PreviewDraft draft) {
    PreviewRequest wanted = draft.request();
    PreviewTotals totals = totals(wanted);
    PreviewStore.Selection selection =
        new PreviewStore.Selection(request.account(), wanted.check(), wanted.group());
    return exists(selection)
        .compose(
            found ->
                found
                    ? judgeDependencies(request.account(), wanted)
                    : Future.failedFuture(ApiException.notFound()))
        .compose(
            valid ->
                places.in(request.account(), () -> preview(request, wanted, selection, totals)));
  }

  /** Fails with a 400 when the wanted dependencies could not be stored. */
  private Future<Void> judgeDependencies(UUID account, PreviewRequest wanted) {
    List<Parent> parents = wanted.policy().dependsOn();
    if (parents == null) {
      return Future.succeededFuture();
    }
    return dependencies
        .violations(account, new Dependent(wanted.check(), wanted.group()), parents)
        .compose(
            found ->
                found.isEmpty()
                    ? Future.succeededFuture()
                    : Future.failedFuture(
                        ApiException.invalid(
                            found.stream().map(one -> one.within("/policy")).toList())));
  }

  private Future<ApiResponse> preview(
      ApiRequest request,
      PreviewRequest wanted,
      PreviewStore.Selection selection,
      PreviewTotals totals) {
    PreviewBudget budget = new PreviewBudget(request.head()::isGone);
    return new PreviewRun(vertx, store, parentStore, selection, wanted.policy(), budget, totals)
        .run()
        .map(done -> ApiResponse.ok(PreviewView.of(totals, budget)));
  }

  private Future<Boolean> exists(PreviewStore.Selection selection) {
    if (selection.check() != null) {
      return store.count(selection).map(count -> count > 0);
    }
    Long group = selection.group();
    return group == null
        ? Future.succeededFuture(true)
        : store.hasGroup(selection.account(), group);
  }

  /** The range: by default the last 30 days, never beyond now and the results that are kept. */
  private PreviewTotals totals(PreviewRequest wanted) {
    Instant now = clock.instant();
    Instant end = wanted.to() == null || wanted.to().isAfter(now) ? now : wanted.to();
    Instant start = wanted.from() == null ? end.minus(PreviewDraft.LONGEST) : wanted.from();
    Instant kept = now.minus(retention);
    Instant from = start.isBefore(kept) ? kept : start;
    if (!start.isBefore(end) || Duration.between(start, end).compareTo(PreviewDraft.LONGEST) > 0) {
      throw ApiException.invalid(
          List.of(new Violation("/from", "must be before to, by 30 days at most")));
    }
    if (!from.isBefore(end)) {
      throw ApiException.invalid(
          List.of(
              new Violation(
                  "/to",
                  "must be within the %d days that results are kept"
                      .formatted(retention.toDays()))));
    }
    return new PreviewTotals(from.toEpochMilli(), end.toEpochMilli());
  }
}
