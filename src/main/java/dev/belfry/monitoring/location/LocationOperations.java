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

  public LocationOperations(
      Database database, Ids ids, SecureRandom random, Sealer sealer, InstantSource clock) {
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
        .add("listLocations", this::listLocations)
        .add("listPrivateLocations", this::listPrivateLocations)
        .add("createPrivateLocation", PrivateLocationRules::ofDraft, this::createPrivateLocation)
        .add("readPrivateLocation", this::readPrivateLocation)
        .add("updatePrivateLocation", this::updatePrivateLocation)
        .add("deletePrivateLocation", this::deletePrivateLocation)
        .add("createPrivateLocationKey", this::createPrivateLocationKey)
        .add("deletePrivateLocationKey", this::deletePrivateLocationKey);
  }

  Future<ApiResponse> listLocations(ApiRequest request) {
    return Future.succeededFuture(ApiResponse.ok(RegionView.all()));
  }

  Future<ApiResponse> listPrivateLocations(ApiRequest request) {
    return locations
        .list(request.account())
        .map(rows -> rows.stream().map(PrivateLocationView::of).toList())
        .map(entries -> ApiResponse.ok(JsonText.array(entries)));
  }

  Future<ApiResponse> createPrivateLocation(ApiRequest request) {
    return locations
        .create(request.account(), request.body())
        .map(made -> ApiResponse.created(PrivateLocationView.of(made.location(), made.firstKey())));
  }

  Future<ApiResponse> readPrivateLocation(ApiRequest request) {
    return locations
        .read(request.account(), request.guid("id"))
        .map(row -> ApiResponse.ok(PrivateLocationView.of(row)));
  }

  Future<ApiResponse> updatePrivateLocation(ApiRequest request) {
    return locations
        .update(request.account(), request.guid("id"), request.body())
        .map(row -> ApiResponse.ok(PrivateLocationView.of(row)));
  }

  Future<ApiResponse> deletePrivateLocation(ApiRequest request) {
    return locations
        .delete(request.account(), request.guid("id"))
        .map(deleted -> ApiResponse.noContent());
  }

  Future<ApiResponse> createPrivateLocationKey(ApiRequest request) {
    return locations
        .createKey(request.account(), request.guid("id"))
        .map(key -> ApiResponse.created(LocationKeyView.of(key)));
  }

  Future<ApiResponse> deletePrivateLocationKey(ApiRequest request) {
    return locations
        .deleteKey(request.account(), request.guid("id"), request.guid("keyId"))
        .map(deleted -> ApiResponse.noContent());
  }
}
