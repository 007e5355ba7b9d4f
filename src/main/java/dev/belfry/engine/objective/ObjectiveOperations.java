package dev.belfry.engine.objective;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PageList;
import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Turns;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The API's operations on objectives. */
public final class ObjectiveOperations {
  private static final long PATIENCE_MILLIS = Duration.ofSeconds(3).toMillis();

  private final Database database;
  private final Objectives objectives;
  private final ObjectiveReports reports;
  private final InstantSource clock;
  private final Turns<UUID> turns;

  public ObjectiveOperations(Vertx vertx, Database database, InstantSource clock) {
    this.database = database;
    this.objectives = new Objectives(database, clock);
    this.reports = new ObjectiveReports(database, objectives);
    this.clock = clock;
    this.turns =
        new Turns<>(
            (millis, task) -> vertx.setTimer(millis, due -> task.run()),
            PATIENCE_MILLIS,
            () -> new ApiException(ApiError.TOO_MANY_REQUESTS));
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listObjectives", this::onListObjectives)
        .add("createObjective", ObjectiveCodec.CREATE, this::onCreateObjective)
        .add("readObjective", this::onReadObjective)
        .add("updateObjective", ObjectiveCodec.UPDATE, this::onUpdateObjective)
        .add("deleteObjective", this::onDeleteObjective)
        .add("readObjectiveStatus", this::onReadObjectiveStatus)
        .add("listObjectiveAlerts", this::onListObjectiveAlerts)
        .add("listObjectiveReports", this::onListObjectiveReports)
        .add("readObjectiveReportCsv", this::onReadObjectiveReportCsv)
        .inTurn("updateObjective");
  }

  Future<ApiResponse> onListObjectives(ApiRequest request) {
    return objectives
        .list(request.account(), request.number("limit"), PageList.offset(request))
        .map(
            page -> {
              List<String> entries = page.rows().stream().map(ObjectiveCodec::view).toList();
              return new PageList(entries, page.total()).answer(request);
            });
  }

  Future<ApiResponse> onCreateObjective(ApiRequest request, ObjectiveDraft draft) {
    return objectives
        .create(request.account(), draft.objective())
        .map(row -> ApiResponse.created(ObjectiveCodec.view(row)));
  }

  Future<ApiResponse> onReadObjective(ApiRequest request) {
    return objectives
        .read(request.account(), request.number("id"))
        .map(row -> ApiResponse.ok(ObjectiveCodec.view(row)));
  }

  Future<ApiResponse> onUpdateObjective(ApiRequest request, ObjectiveDraft draft) {
    return objectives
        .update(request.account(), request.number("id"), draft)
        .map(row -> ApiResponse.ok(ObjectiveCodec.view(row)));
  }

  Future<ApiResponse> onDeleteObjective(ApiRequest request) {
    return objectives
        .delete(request.account(), request.number("id"))
        .map(deleted -> ApiResponse.noContent());
  }

  /** One status of an account at a time: that of a large group reads many sums. */
  Future<ApiResponse> onReadObjectiveStatus(ApiRequest request) {
    long id = request.number("id");
    return turns.take(
        request.account(),
        () ->
            objectives
                .read(request.account(), id)
                .compose(row -> status(row.objective(), id))
                .map(status -> ApiResponse.ok(ObjectiveStatusView.of(id, status))));
  }

  private Future<ObjectiveStatus> status(Objective objective, long id) {
    long now = clock.millis();
    long from = ObjectiveStatus.earliest(now, objective.windowDays());
    return database
        .connection(connection -> TallyStore.read(connection, Map.of(id, from), now))
        .map(
            slots ->
                ObjectiveStatus.of(
                    objective.target(),
                    objective.windowDays(),
                    slots.getOrDefault(id, List.of()),
                    now));
  }

  /** Like statuses, one of an account at a time. */
  Future<ApiResponse> onListObjectiveReports(ApiRequest request) {
    return turns.take(
        request.account(),
        () ->
            reports
                .page(
                    request.account(),
                    month(request),
                    request.number("limit"),
                    PageList.offset(request))
                .map(
                    page -> {
                      List<String> entries = page.rows().stream().map(ReportEntry::json).toList();
                      return new PageList(entries, page.total()).answer(request);
                    }));
  }

  Future<ApiResponse> onReadObjectiveReportCsv(ApiRequest request) {
    ReportMonth month = month(request);
    return turns.take(
        request.account(),
        () ->
            reports
                .all(request.account(), month)
                .map(
                    entries ->
                        new ApiResponse(
                            200,
                            Buffer.buffer(ReportEntry.csv(entries)),
                            Map.of(
                                "content-type",
                                "text/csv; charset=utf-8; header=present",
                                "content-disposition",
                                "attachment; filename=\"objectives-" + month.month() + ".csv\""))));
  }

  private ReportMonth month(ApiRequest request) {
    return ReportMonth.of(request.optionalText("month"), clock.millis());
  }

  Future<ApiResponse> onListObjectiveAlerts(ApiRequest request) {
    UUID account = request.account();
    long id = request.number("id");
    long offset = PageList.offset(request);
    return objectives
        .read(account, id)
        .compose(
            found ->
                database.transaction(
                    connection ->
                        CountedPage.read(
                            ObjectiveAlertStore.count(connection, account, id),
                            offset,
                            () ->
                                ObjectiveAlertStore.list(
                                    connection, account, id, request.number("limit"), offset))))
        .map(
            page -> {
              List<String> entries = page.rows().stream().map(ObjectiveAlertRow::view).toList();
              return new PageList(entries, page.total()).answer(request);
            });
  }
}
