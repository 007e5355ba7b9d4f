package dev.belfry.engine.result;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PageList;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;

/** Serves the API's operations on results and on the present status of checks. */
public final class ResultOperations {
  private final Results results;
  private final Statuses statuses;
  private final InstantSource clock;

  /** Creates the operations on this database. */
  public ResultOperations(Database database, InstantSource clock) {
    this.results = new Results(database);
    this.statuses = new Statuses(database);
    this.clock = clock;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listCheckResults", this::listCheckResults)
        .add("listRecentCheckResults", this::listRecentCheckResults)
        .add("readCheckResult", this::readCheckResult)
        .add("listErrorGroups", this::listErrorGroups)
        .add("listCheckStatuses", this::listCheckStatuses)
        .add("readCheckStatus", this::readCheckStatus);
  }

  Future<ApiResponse> listCheckResults(ApiRequest request) {
    Set<String> fields = ResultQuery.fields(request);
    return results
        .list(
            ResultQuery.anyTime(request, clock.millis()),
            request.optionalGuid("nextId").orElse(null),
            request.number("limit"))
        .map(
            found ->
                ApiResponse.ok(
                    found.results().json(row -> ResultView.of(found.check(), row, fields))));
  }

  Future<ApiResponse> listRecentCheckResults(ApiRequest request) {
    return results
        .page(
            ResultQuery.sixHours(request, clock.millis()),
            request.number("limit"),
            PageList.offset(request))
        .map(
            found -> {
              List<String> entries =
                  found.results().rows().stream()
                      .map(row -> ResultView.of(found.check(), row))
                      .toList();
              return new PageList(entries, found.results().total()).answer(request);
            });
  }

  Future<ApiResponse> readCheckResult(ApiRequest request) {
    return results
        .read(request.account(), request.guid("checkId"), request.guid("resultId"))
        .map(found -> ApiResponse.ok(ResultView.of(found.check(), found.results())));
  }

  /** Returns no group, since each result of a URL monitor has its own error. */
  Future<ApiResponse> listErrorGroups(ApiRequest request) {
    return results
        .requireCheck(request.account(), request.guid("checkId"))
        .map(there -> ApiResponse.ok(JsonText.array(List.of())));
  }

  Future<ApiResponse> listCheckStatuses(ApiRequest request) {
    long now = clock.millis();
    return statuses
        .all(request.account(), now)
        .map(
            rows ->
                ApiResponse.ok(
                    JsonText.array(rows.stream().map(row -> StatusView.of(row, now)).toList())));
  }

  Future<ApiResponse> readCheckStatus(ApiRequest request) {
    long now = clock.millis();
    return statuses
        .read(request.account(), request.guid("checkId"), now)
        .map(row -> ApiResponse.ok(StatusView.of(row, now)));
  }
}
