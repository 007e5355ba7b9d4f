package dev.belfry.projects.bundle;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;

/**
 * The API's operations on code bundles. Command lines upload the code of scripts before a deploy
 * (wire contract 3.2). URL monitors have none, so Belfry discards a bundle.
 */
public final class BundleOperations {
  private final Ids ids;

  public BundleOperations(Ids ids) {
    this.ids = ids;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry.add("uploadCodeBundle", this::upload).add("uploadFile", this::upload);
  }

  Future<ApiResponse> upload(ApiRequest request) {
    String answer = JsonText.object().plain("key", "bundle-" + ids.next()).end();
    return Future.succeededFuture(ApiResponse.ok(answer));
  }
}
