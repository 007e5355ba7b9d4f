package dev.belfry.account.people;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** The API's operations on the profile of the person who is signed in. */
public final class OwnProfileOperations {
  private final OwnProfileStore store;

  public OwnProfileOperations(Database database) {
    this.store = new OwnProfileStore(database);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("getOwnProfile", this::getOwnProfile)
        .add("updateOwnProfile", this::updateOwnProfile);
  }

  Future<ApiResponse> getOwnProfile(ApiRequest request) {
    return store.find(request.caller().requirePerson().id()).map(OwnProfileOperations::shown);
  }

  Future<ApiResponse> updateOwnProfile(ApiRequest request) {
    List<Violation> violations = OwnProfileDraft.violations(request.body());
    if (!violations.isEmpty()) {
      return Future.failedFuture(ApiException.invalid(violations));
    }
    return store
        .update(request.caller().requirePerson().id(), OwnProfileDraft.read(request.body()))
        .map(OwnProfileOperations::shown);
  }

  private static ApiResponse shown(Optional<OwnProfile> found) {
    return ApiResponse.ok(found.orElseThrow(() -> new ApiException(ApiError.UNAUTHORIZED)).json());
  }
}
