package dev.belfry;

import dev.belfry.contract.Contract;
import dev.belfry.contract.ContractDocument;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.OpenAPIContract;
import java.util.concurrent.CompletableFuture;

/**
 * The contract in both forms: ours for validating, the router's for routing.
 *
 * @param routes what the OpenAPI router builds its routes from
 */
record LoadedContract(Contract contract, OpenAPIContract routes) {

  /** Loads both, beside each other and beside whatever else has to be started. */
  static CompletableFuture<LoadedContract> load(
      CompletableFuture<ContractDocument> document, Vertx vertx) {
    return document
        .thenApplyAsync(Contract::of)
        .thenCombine(document.thenApplyAsync(read -> routes(vertx, read)), LoadedContract::new);
  }

  private static OpenAPIContract routes(Vertx vertx, ContractDocument document) {
    JsonObject routes = new JsonObject(document.routes().toString());
    return OpenAPIContract.from(vertx, routes).await();
  }
}
