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
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Serves the API's operations that read the check overview and the history of groups. */
public final class OverviewOperations {
  /** Up to so many rows before a page are read in the order of the list. */
  private static final int NEAR = 1_000;

  private final OverviewStore store;
  private final TrendStore trends;
  private final HourlyRollUps results;
  private final InstantSource clock;

  /** Creates the operations on this database. */
  public OverviewOperations(Database database, InstantSource clock) {
    this.store = new OverviewStore(database);
    this.trends = new TrendStore(database);
    this.results = new HourlyRollUps(database);
    this.clock = clock;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry.add("readCheckOverview", this::readCheckOverview);
    registry.add("listGroupHistories", this::listGroupHistories);
  }

  Future<ApiResponse> readCheckOverview(ApiRequest request) {
    OverviewFilter filter = filter(request);
    List<String> parts = request.texts("include");
    Future<OverviewCounts> counts = store.counts(request.account());
    Future<Optional<String>> trend =
        parts.contains("TREND")
            ? trend(request.account()).map(Optional::of)
            : Future.succeededFuture(Optional.empty());
    return found(request, filter, counts)
        .compose(
            found ->
                counts.compose(
                    all ->
                        total(filter, found, all)
                            .compose(
                                total ->
                                    entries(request.account(), found.rows(), parts)
                                        .compose(
                                            entries ->
                                                trend.map(
                                                    one ->
                                                        OverviewView.page(
                                                            all,
                                                            entries,
                                                            total,
                                                            one.orElse(null)))))))
        .map(ApiResponse::ok);
  }

  /** A page beyond the middle of a long list is found from its end, which is nearer. */
  private Future<OverviewStore.Found> found(
      ApiRequest request, OverviewFilter filter, Future<OverviewCounts> counts) {
    OverviewOrder order = OverviewOrder.valueOf(request.text("order"));
    long limit = request.number("limit");
    long offset = PageList.offset(request);
    long now = clock.millis();
    if (offset < NEAR || !filter.isCounted()) {
      return store.page(filter, order, limit, offset, now);
    }
    return counts.compose(
        all -> {
          long total = selected(filter, all);
          return offset < total && offset > total / 2
              ? store.pageFromEnd(filter, order, limit, offset, total, now)
              : store.page(filter, order, limit, offset, now);
        });
  }

  private Future<List<String>> entries(UUID account, List<OverviewRow> rows, List<String> parts) {
    if (!parts.contains("HISTORY")) {
      return Future.succeededFuture(OverviewView.entries(rows));
    }
    TimeRange range = OverviewHistory.range(clock.millis());
    return results
        .of(account, rows.stream().map(OverviewRow::id).toList(), range)
        .map(
            hours ->
                OverviewView.entries(
                    rows, OverviewHistory.of(range, hours), new OverviewHistory(range)));
  }

  private Future<String> trend(UUID account) {
    TimeRange range = OverviewHistory.range(clock.millis());
    Future<Map<Long, Long>> alerts = trends.alerts(account, range.from());
    return trends
        .hours(account, List.of(TrendStore.ALL), range)
        .compose(measured -> alerts.map(raised -> OverviewTrend.of(range, measured, raised)));
  }

  Future<ApiResponse> listGroupHistories(ApiRequest request) {
    TimeRange range = OverviewHistory.range(clock.millis());
    List<Long> groups = request.texts("groupId").stream().map(Long::valueOf).distinct().toList();
    return trends
        .hours(request.account(), groups, range)
        .map(
            measured -> {
              Map<Long, OverviewHistory> histories = new TreeMap<>();
              groups.forEach(
                  group -> histories.put(group, OverviewHistory.of(measured.of(group), range)));
              return ApiResponse.ok(OverviewView.groups(histories));
            });
  }

  /** The number of selected checks; counted anew for an empty page, which has no total. */
  private Future<Long> total(
      OverviewFilter filter, OverviewStore.Found found, OverviewCounts counts) {
    if (filter.isCounted()) {
      return Future.succeededFuture(selected(filter, counts));
    }
    return found.total() == null ? store.count(filter) : Future.succeededFuture(found.total());
  }

  private static long selected(OverviewFilter filter, OverviewCounts counts) {
    return filter.states().isEmpty()
        ? counts.all()
        : filter.states().stream().distinct().mapToLong(counts::of).sum();
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
