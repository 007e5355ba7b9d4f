package dev.belfry.account.people;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;

/** The API's operations on what an account demands of the sign-ins of its members. */
public final class SignInPolicyOperations {
  private final SignInPolicyStore store;

  public SignInPolicyOperations(Database database) {
    this.store = new SignInPolicyStore(database);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("readSignInPolicy", this::readSignInPolicy)
        .add("updateSignInPolicy", this::updateSignInPolicy);
  }

  Future<ApiResponse> readSignInPolicy(ApiRequest request) {
    return store
        .isRequired(request.account())
        .map(found -> view(found.orElseThrow(() -> new ApiException(ApiError.UNAUTHORIZED))));
  }

  /**
   * Owners cannot lock themselves out: who demands a factor has one, or a provider in its place.
   */
  Future<ApiResponse> updateSignInPolicy(ApiRequest request) {
    boolean required = request.body().get("secondFactorRequired").booleanValue();
    return store
        .require(request.account(), request.caller().requirePerson(), required)
        .map(
            changed -> {
              if (!changed) {
                throw new ApiException(
                    ApiError.CONFLICT, "Set up a second factor of your own first");
              }
              return view(required);
            });
  }

  private static ApiResponse view(boolean required) {
    return ApiResponse.ok(JsonText.object().flag("secondFactorRequired", required).end());
  }
}
