package dev.belfry.monitoring.group;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PageList;
import dev.belfry.monitoring.channel.Subscriptions;
import dev.belfry.monitoring.location.LocationCoverage;
import dev.belfry.monitoring.location.PrivateLocationLookup;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;

/**
 * The API's operations on check groups. The two generations differ only in the defaults and
 * required members of their bodies, which the contract states.
 */
public final class GroupOperations {
  private final CheckGroups groups;
  private final LocationCoverage coverage;

  public GroupOperations(
      Database database,
      Subscriptions subscriptions,
      PrivateLocationLookup locations,
      LocationCoverage coverage,
      Sealer sealer,
      InstantSource clock) {
    this.coverage = coverage;
    groups =
        new CheckGroups(
            database,
            new GroupStore(database),
            subscriptions,
            locations,
            new GroupSecrets(sealer),
            clock);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listCheckGroups", this::onListCheckGroups)
        .add("createCheckGroup", GroupCodec.CREATE, this::onCreate)
        .add("createCheckGroupV2", GroupCodec.CREATE, this::onCreate)
        .add("readCheckGroup", this::onReadCheckGroup)
        .add("updateCheckGroup", GroupCodec.UPDATE, this::onUpdate)
        .add("updateCheckGroupV2", GroupCodec.UPDATE, this::onUpdate)
        .add("deleteCheckGroup", this::onDeleteCheckGroup)
        .inSets(
            "createCheckGroup",
            "createCheckGroupV2",
            "updateCheckGroup",
            "updateCheckGroupV2",
            "deleteCheckGroup")
        .inTurn("updateCheckGroup", "updateCheckGroupV2");
  }

  Future<ApiResponse> onListCheckGroups(ApiRequest request) {
    GroupStore.Filter filter =
        new GroupStore.Filter(request.account(), request.texts("tag"), request.texts("name"));
    return groups
        .list(filter, request.number("limit"), PageList.offset(request))
        .map(
            page -> {
              List<String> entries =
                  page.rows().stream().map(row -> GroupView.of(row, request)).toList();
              return new PageList(entries, page.total()).answer(request);
            });
  }

  Future<ApiResponse> onCreate(ApiRequest request, GroupDraft draft) {
    return groups
        .create(request.account(), draft, request.flag("autoAssignAlerts"))
        .map(row -> ApiResponse.created(GroupView.of(row, request)))
        .compose(made -> coverage.warned(made, draft.publicLocations()));
  }

  Future<ApiResponse> onReadCheckGroup(ApiRequest request) {
    return groups
        .read(request.account(), request.number("id"))
        .map(row -> ApiResponse.ok(GroupView.of(row, request)));
  }

  Future<ApiResponse> onUpdate(ApiRequest request, GroupDraft draft) {
    return groups
        .update(request.account(), request.number("id"), draft)
        .map(row -> ApiResponse.ok(GroupView.of(row, request)))
        .compose(updated -> coverage.warned(updated, draft.publicLocations()));
  }

  Future<ApiResponse> onDeleteCheckGroup(ApiRequest request) {
    return groups
        .delete(request.account(), request.number("id"))
        .map(deleted -> ApiResponse.noContent());
  }
}
