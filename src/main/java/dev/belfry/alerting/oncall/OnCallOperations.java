package dev.belfry.alerting.oncall;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PageList;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;

/** The API's operations on on-call schedules. */
public final class OnCallOperations {
  private final OnCallSchedules schedules;
  private final InstantSource clock;

  public OnCallOperations(Database database, Sealer sealer, InstantSource clock) {
    this.schedules = new OnCallSchedules(database, sealer, clock);
    this.clock = clock;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listOnCallSchedules", this::onListOnCallSchedules)
        .add("createOnCallSchedule", OnCallCodec.BODY, this::onCreateOnCallSchedule)
        .add("readOnCallSchedule", this::onReadOnCallSchedule)
        .add("updateOnCallSchedule", OnCallCodec.BODY, this::onUpdateOnCallSchedule)
        .add("deleteOnCallSchedule", this::onDeleteOnCallSchedule)
        .add("readOnCall", this::onReadOnCall)
        .inTurn("updateOnCallSchedule");
  }

  Future<ApiResponse> onListOnCallSchedules(ApiRequest request) {
    return schedules
        .list(request.account(), request.number("limit"), PageList.offset(request))
        .map(
            page -> {
              List<String> entries = page.rows().stream().map(OnCallCodec::view).toList();
              return new PageList(entries, page.total()).answer(request);
            });
  }

  Future<ApiResponse> onCreateOnCallSchedule(ApiRequest request, OnCallDraft draft) {
    return schedules
        .create(request.account(), draft)
        .map(row -> ApiResponse.created(OnCallCodec.view(row)));
  }

  Future<ApiResponse> onReadOnCallSchedule(ApiRequest request) {
    return schedules
        .read(request.account(), request.number("id"))
        .map(row -> ApiResponse.ok(OnCallCodec.view(row)));
  }

  Future<ApiResponse> onUpdateOnCallSchedule(ApiRequest request, OnCallDraft draft) {
    return schedules
        .update(request.account(), request.number("id"), draft)
        .map(row -> ApiResponse.ok(OnCallCodec.view(row)));
  }

  Future<ApiResponse> onDeleteOnCallSchedule(ApiRequest request) {
    return schedules
        .delete(request.account(), request.number("id"))
        .map(deleted -> ApiResponse.noContent());
  }

  Future<ApiResponse> onReadOnCall(ApiRequest request) {
    long id = request.number("id");
    long at = request.optionalTime("at").orElseGet(clock::millis);
    return schedules
        .read(request.account(), id)
        .compose(
            row ->
                schedules
                    .roster(request.account(), id, at)
                    .compose(
                        roster ->
                            schedules
                                .members(request.account(), roster)
                                .map(
                                    members ->
                                        ApiResponse.ok(
                                            OnCallCodec.view(row, roster, members, at)))));
  }
}
