package dev.belfry.statuspages.page;

import dev.belfry.api.auth.OpaqueKey;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.ZoneOffset;

/** The API's operations on the keys that open private status pages. */
public final class PageKeyOperations {
  private static final String PREFIX = "sp_";

  private final PageKeyStore store;
  private final Ids ids;
  private final SecureRandom random;
  private final InstantSource clock;

  /** Creates the operations; {@code random} makes the keys. */
  public PageKeyOperations(Database database, Ids ids, SecureRandom random, InstantSource clock) {
    this.store = new PageKeyStore(database);
    this.ids = ids;
    this.random = random;
    this.clock = clock;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("createStatusPageKey", this::createStatusPageKey)
        .add("deleteStatusPageKey", this::deleteStatusPageKey)
        .inSets("createStatusPageKey", "deleteStatusPageKey");
  }

  Future<ApiResponse> createStatusPageKey(ApiRequest request) {
    String name = request.body().get("name").textValue();
    OpaqueKey key =
        OpaqueKey.make(PREFIX, ids.next(), random, clock.instant().atOffset(ZoneOffset.UTC));
    return store
        .insert(request.account(), request.guid("id"), name, key)
        .map(
            outcome ->
                switch (outcome) {
                  case DONE -> ApiResponse.created(answer(name, key));
                  case NO_PAGE -> throw ApiException.notFound();
                  case TOO_MANY ->
                      throw new ApiException(
                          ApiError.CONFLICT,
                          "The page has " + PageKeyStore.MOST + " keys; delete one first");
                });
  }

  Future<ApiResponse> deleteStatusPageKey(ApiRequest request) {
    return store
        .delete(request.account(), request.guid("id"), request.guid("keyId"))
        .map(
            deleted -> {
              if (!deleted) {
                throw ApiException.notFound();
              }
              return ApiResponse.noContent();
            });
  }

  private static String answer(String name, OpaqueKey key) {
    return JsonText.object()
        .plain("id", key.id().toString())
        .string("name", name)
        .plain("rawKey", key.raw().value())
        .plain("maskedKey", key.masked())
        .time("created_at", key.createdAt())
        .end();
  }
}
