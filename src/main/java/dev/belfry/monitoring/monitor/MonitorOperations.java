package dev.belfry.monitoring.monitor;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PageList;
import dev.belfry.monitoring.channel.Subscriptions;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.monitoring.group.GroupLookup;
import dev.belfry.monitoring.heartbeat.PingLinks;
import dev.belfry.monitoring.location.LocationCoverage;
import dev.belfry.monitoring.location.PingCoverage;
import dev.belfry.monitoring.location.PrivateLocationLookup;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The API's operations on checks. */
public final class MonitorOperations {
  private static final Map<String, Verdict> VERDICTS =
      Map.of("passing", Verdict.PASSED, "degraded", Verdict.DEGRADED, "failing", Verdict.FAILED);

  private final Monitors monitors;
  private final LocationCoverage coverage;
  private final PingCoverage pinging;
  private final MonitorView view;

  public MonitorOperations(
      Database database,
      Subscriptions subscriptions,
      GroupLookup groups,
      PrivateLocationLookup locations,
      LocationCoverage coverage,
      PingCoverage pinging,
      Sealer sealer,
      PingLinks pings,
      Ids ids,
      InstantSource clock) {
    this.coverage = coverage;
    this.pinging = pinging;
    this.view = new MonitorView(pings);
    monitors =
        new Monitors(
            database,
            new MonitorStore(database),
            subscriptions,
            groups,
            locations,
            new CheckSecrets(sealer),
            ids,
            clock);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    for (CheckType type : CheckType.offered()) {
      String create = "create" + type.resource();
      String update = "update" + type.resource();
      registry
          .add(create, MonitorCodec.creation(type), this::onCreate)
          .add(update, MonitorCodec.update(type), this::onUpdate)
          .inSets(create, update);
    }
    registry
        .add("createCheck", MonitorCodec.creation(CheckType.API), this::onCreate)
        .add("updateCheck", MonitorCodec.update(CheckType.API), this::onUpdate)
        .inSets("createCheck", "updateCheck")
        .add("deleteCheck", this::onDeleteCheck)
        .inSets("deleteCheck");
    for (String version : List.of("", "V2", "V3")) {
      registry
          .add("listChecks" + version, this::onListChecks)
          .add("readCheck" + version, this::onReadCheck);
    }
    for (String version : List.of("", "V2")) {
      registry
          .add("listCheckGroupChecks" + version, this::onListCheckGroupChecks)
          .add("readCheckGroupCheck" + version, this::onReadCheckGroupCheck);
    }
  }

  Future<ApiResponse> onCreate(ApiRequest request, MonitorDraft draft) {
    return whenPossible(
            draft,
            () -> monitors.create(request.account(), draft, request.flag("autoAssignAlerts")))
        .map(row -> ApiResponse.created(shown(row, request)))
        .compose(made -> warned(made, draft));
  }

  Future<ApiResponse> onUpdate(ApiRequest request, MonitorDraft draft) {
    return whenPossible(draft, () -> monitors.update(request.account(), request.guid("id"), draft))
        .map(row -> ApiResponse.ok(shown(row, request)))
        .compose(updated -> warned(updated, draft));
  }

  private String shown(MonitorRow row, ApiRequest request) {
    return view.of(row, request.caller(), request.masksSecrets());
  }

  /** Writes a check, unless it would ping and no instance may. */
  private Future<MonitorRow> whenPossible(MonitorDraft draft, Supplier<Future<MonitorRow>> write) {
    return draft.needsPings() ? pinging.require().compose(allowed -> write.get()) : write.get();
  }

  private Future<ApiResponse> warned(ApiResponse response, MonitorDraft draft) {
    return (draft.needsPings() ? pinging.warned(response) : Future.succeededFuture(response))
        .compose(told -> coverage.warned(told, draft.publicLocations()));
  }

  Future<ApiResponse> onReadCheck(ApiRequest request) {
    return (request.flag("applyGroupSettings")
            ? monitors.readEffective(request.account(), request.guid("id"))
            : monitors.read(request.account(), request.guid("id")))
        .map(row -> ApiResponse.ok(shown(row, request)));
  }

  Future<ApiResponse> onDeleteCheck(ApiRequest request) {
    return monitors
        .delete(request.account(), request.guid("id"))
        .map(deleted -> ApiResponse.noContent());
  }

  Future<ApiResponse> onListChecks(ApiRequest request) {
    return list(request, null, request.flag("applyGroupSettings"));
  }

  Future<ApiResponse> onListCheckGroupChecks(ApiRequest request) {
    long group = request.number("id");
    return monitors
        .group(request.account(), group)
        .map(found -> found.orElseThrow(ApiException::notFound))
        .compose(found -> list(request, group, true));
  }

  Future<ApiResponse> onReadCheckGroupCheck(ApiRequest request) {
    return monitors
        .readEffective(request.account(), request.guid("checkId"))
        .map(
            row -> {
              if (!Objects.equals(row.groupId(), request.number("id"))) {
                throw ApiException.notFound();
              }
              return ApiResponse.ok(shown(row, request));
            });
  }

  private Future<ApiResponse> list(ApiRequest request, @Nullable Long group, boolean effective) {
    MonitorStore.Filter filter =
        new MonitorStore.Filter(
            request.account(),
            request.texts("tag"),
            request.optionalText("checkType").orElse(null),
            request.optionalText("search").orElse(null),
            group,
            request.optionalText("status").map(VERDICTS::get).orElse(null),
            request.optionalGuid("serviceId").orElse(null),
            request.optionalText("privateLocation").orElse(null));
    return monitors
        .list(filter, request.number("limit"), PageList.offset(request), effective)
        .map(
            page -> {
              List<String> entries = page.rows().stream().map(row -> shown(row, request)).toList();
              return new PageList(entries, page.total()).answer(request);
            });
  }
}
