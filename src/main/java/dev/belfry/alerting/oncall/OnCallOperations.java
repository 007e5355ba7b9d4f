package dev.belfry.alerting.oncall;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PageList;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;

/** The API's operations on on-call schedules. */
public final class OnCallOperations {
  private final OnCallSchedules schedules;
  private final OnCallOverrides overrides;
  private final InstantSource clock;

  /**
   * Creates them.
   *
   * @param ids makes the ids of overrides
   */
  public OnCallOperations(Database database, Sealer sealer, Ids ids, InstantSource clock) {
    this.schedules = new OnCallSchedules(database, sealer, clock);
    this.overrides = new OnCallOverrides(database, ids, clock);
    this.clock = clock;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listOnCallSchedules", this::onListOnCallSchedules)
        .add("createOnCallSchedule", OnCallCodec.CREATE, this::onCreateOnCallSchedule)
        .add("readOnCallSchedule", this::onReadOnCallSchedule)
        .add("updateOnCallSchedule", OnCallCodec.UPDATE, this::onUpdateOnCallSchedule)
        .add("deleteOnCallSchedule", this::onDeleteOnCallSchedule)
        .add("readOnCall", this::onReadOnCall)
        .add("createOnCallOverride", OverrideDraft.BODY, this::onCreateOnCallOverride)
        .add("deleteOnCallOverride", this::onDeleteOnCallOverride)
        .inTurn("updateOnCallSchedule");
  }

  Future<ApiResponse> onListOnCallSchedules(ApiRequest request) {
    return schedules
        .list(request.account(), request.number("limit"), PageList.offset(request))
        .map(
            page -> {
              List<String> entries = page.rows().stream().map(this::view).toList();
              return new PageList(entries, page.total()).answer(request);
            });
  }

  Future<ApiResponse> onCreateOnCallSchedule(ApiRequest request, OnCallDraft draft) {
    return schedules.create(request.account(), draft).map(row -> ApiResponse.created(view(row)));
  }

  Future<ApiResponse> onReadOnCallSchedule(ApiRequest request) {
    return schedules
        .read(request.account(), request.number("id"))
        .map(row -> ApiResponse.ok(view(row)));
  }

  Future<ApiResponse> onUpdateOnCallSchedule(ApiRequest request, OnCallDraft draft) {
    return schedules
        .update(request.account(), request.number("id"), draft)
        .map(row -> ApiResponse.ok(view(row)));
  }

  Future<ApiResponse> onDeleteOnCallSchedule(ApiRequest request) {
    return schedules
        .delete(request.account(), request.number("id"))
        .map(deleted -> ApiResponse.noContent());
  }

  private String view(OnCallRow row) {
    return OnCallCodec.view(row, clock.millis());
  }

  Future<ApiResponse> onCreateOnCallOverride(ApiRequest request, OverrideDraft draft) {
    return overrides
        .create(request.account(), request.number("id"), draft)
        .map(made -> ApiResponse.created(OnCallCodec.view(made)));
  }

  Future<ApiResponse> onDeleteOnCallOverride(ApiRequest request) {
    return overrides
        .delete(request.account(), request.number("id"), request.guid("overrideId"))
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
