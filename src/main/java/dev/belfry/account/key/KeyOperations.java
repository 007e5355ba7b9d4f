package dev.belfry.account.key;

import dev.belfry.api.auth.KeyTokens;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PageList;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;
import java.time.InstantSource;

/** The API's operations on API keys. */
public final class KeyOperations {
  private final Keys keys;

  public KeyOperations(Database database, KeyTokens tokens, Ids ids, InstantSource clock) {
    keys = new Keys(new KeyStore(database), tokens, ids, clock);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listApiKeys", this::listApiKeys)
        .add("createApiKey", this::createApiKey)
        .add("readApiKey", this::readApiKey)
        .add("revokeApiKey", this::revokeApiKey)
        .inSets("createApiKey", "revokeApiKey");
  }

  Future<ApiResponse> listApiKeys(ApiRequest request) {
    return keys.list(request.account(), request.number("limit"), PageList.offset(request))
        .map(
            page ->
                new PageList(page.rows().stream().map(KeyView::of).toList(), page.total())
                    .answer(request));
  }

  Future<ApiResponse> createApiKey(ApiRequest request) {
    return keys.create(request.caller(), KeyDraft.of(request.body()))
        .map(made -> ApiResponse.created(KeyView.of(made)));
  }

  Future<ApiResponse> readApiKey(ApiRequest request) {
    return keys.read(request.account(), request.guid("id"))
        .map(row -> ApiResponse.ok(KeyView.of(row)));
  }

  Future<ApiResponse> revokeApiKey(ApiRequest request) {
    return keys.revoke(request.caller(), request.guid("id"), request.flag("andDescendants"))
        .map(revoked -> ApiResponse.noContent());
  }
}
