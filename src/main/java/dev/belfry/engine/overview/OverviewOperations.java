package dev.belfry.engine.overview;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PageList;
import dev.belfry.engine.result.TimeRange;
import dev.belfry.engine.result.analytics.HourlyRollUps;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Serves the API's operation that reads the check overview. */
public final class OverviewOperations {
  private final OverviewStore store;
  private final HourlyRollUps results;
  private final InstantSource clock;

  /** Creates the operation on this database. */
  public OverviewOperations(Database database, InstantSource clock) {
    this.store = new OverviewStore(database);
    this.results = new HourlyRollUps(database);
    this.clock = clock;
  }

  /** Adds this operation to the registry. */
  public void register(OperationRegistry registry) {
    registry.add("readCheckOverview", this::readCheckOverview);
  }

  Future<ApiResponse> readCheckOverview(ApiRequest request) {
    OverviewFilter filter = filter(request);
    OverviewOrder order = OverviewOrder.valueOf(request.text("order"));
    Future<OverviewCounts> counts = store.counts(request.account());
    return store
        .page(filter, order, request.number("limit"), PageList.offset(request), clock.millis())
        .compose(
            found ->
                counts.compose(
                    all ->
                        total(filter, found, all)
                            .compose(
                                total ->
                                    request.texts("include").isEmpty()
                                        ? Future.succeededFuture(
                                            OverviewView.of(all, found.rows(), total))
                                        : withHistory(request, all, found.rows(), total))))
        .map(ApiResponse::ok);
  }

  private Future<String> withHistory(
      ApiRequest request, OverviewCounts counts, List<OverviewRow> rows, long total) {
    TimeRange range = OverviewHistory.range(clock.millis());
    return results
        .of(request.account(), rows.stream().map(OverviewRow::id).toList(), range)
        .map(
            hours ->
                OverviewView.of(
                    counts,
                    rows,
                    total,
                    OverviewHistory.of(range, hours),
                    new OverviewHistory(range)));
  }

  /** The number of selected checks; counted anew for an empty page, which has no total. */
  private Future<Long> total(
      OverviewFilter filter, OverviewStore.Found found, OverviewCounts counts) {
    if (filter.isCounted()) {
      return Future.succeededFuture(
          filter.states().isEmpty()
              ? counts.all()
              : filter.states().stream().distinct().mapToLong(counts::of).sum());
    }
    return found.total() == null ? store.count(filter) : Future.succeededFuture(found.total());
  }

  private static OverviewFilter filter(ApiRequest request) {
    return new OverviewFilter(
        request.account(),
        request.texts("state").stream().map(CheckState::named).flatMap(Optional::stream).toList(),
        request.optionalText("muted").map(Boolean::valueOf).orElse(null),
        request
            .optionalText("search")
            .map(text -> text.strip().toLowerCase(Locale.ROOT))
            .filter(text -> !text.isEmpty())
            .orElse(null),
        request.optionalText("tag").orElse(null),
        request.optionalText("groupId").map(Long::valueOf).orElse(null),
        request.optionalText("checkType").orElse(null),
        request.optionalGuid("checkId").orElse(null));
  }
}
