package dev.belfry.monitoring.location;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import java.security.SecureRandom;
import java.time.InstantSource;

/** The API's operations on locations. */
public final class LocationOperations {
  private final PrivateLocations locations;
  private final LocationCoverage coverage;

  public LocationOperations(
      Database database,
      LocationCoverage coverage,
      Ids ids,
      SecureRandom random,
      Sealer sealer,
      InstantSource clock) {
    this.coverage = coverage;
    locations =
        new PrivateLocations(
            database,
            new PrivateLocationStore(database),
            ids,
            random,
            new ProxySecret(sealer),
            clock);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listLocations", this::onListLocations)
        .add("listStaticIps", request -> StaticAddresses.list())
        .add("listStaticIpsByRegion", request -> StaticAddresses.byRegion())
        .add("readStaticIpText", request -> StaticAddresses.text())
        .add("listStaticIpv6s", request -> StaticAddresses.list())
        .add("listStaticIpv6sByRegion", request -> StaticAddresses.byRegion())
        .add("readStaticIpv6Text", request -> StaticAddresses.text())
        .add("listPrivateLocations", this::onListPrivateLocations)
        .add("createPrivateLocation", LocationCodec.CREATE, this::onCreatePrivateLocation)
        .add("readPrivateLocation", this::onReadPrivateLocation)
        .add("updatePrivateLocation", LocationCodec.UPDATE, this::onUpdatePrivateLocation)
        .add("deletePrivateLocation", this::onDeletePrivateLocation)
        .add("createPrivateLocationKey", this::onCreatePrivateLocationKey)
        .add("deletePrivateLocationKey", this::onDeletePrivateLocationKey)
        .inSets(
            "createPrivateLocation",
            "updatePrivateLocation",
            "deletePrivateLocation",
            "createPrivateLocationKey",
            "deletePrivateLocationKey");
  }

  Future<ApiResponse> onListLocations(ApiRequest request) {
    return coverage.read().map(known -> ApiResponse.ok(RegionView.all(known)));
  }

  Future<ApiResponse> onListPrivateLocations(ApiRequest request) {
    return locations
        .list(request.account())
        .map(rows -> rows.stream().map(PrivateLocationView::of).toList())
        .map(entries -> ApiResponse.ok(JsonText.array(entries)));
  }

  Future<ApiResponse> onCreatePrivateLocation(ApiRequest request, LocationDraft draft) {
    return locations
        .create(request.account(), draft)
        .map(made -> ApiResponse.created(PrivateLocationView.of(made.location(), made.firstKey())));
  }

  Future<ApiResponse> onReadPrivateLocation(ApiRequest request) {
    return locations
        .read(request.account(), request.guid("id"))
        .map(row -> ApiResponse.ok(PrivateLocationView.of(row)));
  }

  Future<ApiResponse> onUpdatePrivateLocation(ApiRequest request, LocationDraft draft) {
    return locations
        .update(request.account(), request.guid("id"), draft)
        .map(row -> ApiResponse.ok(PrivateLocationView.of(row)));
  }

  Future<ApiResponse> onDeletePrivateLocation(ApiRequest request) {
    return locations
        .delete(request.account(), request.guid("id"))
        .map(deleted -> ApiResponse.noContent());
  }

  Future<ApiResponse> onCreatePrivateLocationKey(ApiRequest request) {
    return locations
        .createKey(request.account(), request.guid("id"))
        .map(key -> ApiResponse.created(LocationKeyView.of(key)));
  }

  Future<ApiResponse> onDeletePrivateLocationKey(ApiRequest request) {
    return locations
        .deleteKey(request.account(), request.guid("id"), request.guid("keyId"))
        .map(deleted -> ApiResponse.noContent());
  }
}
