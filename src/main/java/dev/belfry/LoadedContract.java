package dev.belfry;

import dev.belfry.contract.Contract;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.OpenAPIContract;
import java.nio.charset.StandardCharsets;

/**
 * The contract in both forms: ours for validating, the router's for routing.
 *
 * @param routes what the OpenAPI router builds its routes from
 */
record LoadedContract(Contract contract, OpenAPIContract routes) {

  /** Loads both; takes most of a second of a cold virtual machine, so it runs beside other work. */
  static LoadedContract load(Vertx vertx) {
    Contract contract = Contract.load();
    // The router's loader changes the object it is given, so it gets one of its own.
    JsonObject document = new JsonObject(new String(contract.json(), StandardCharsets.UTF_8));
    return new LoadedContract(contract, OpenAPIContract.from(vertx, document).await());
  }
}
