package dev.belfry.testing;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.validation.ResponseValidator;
import io.vertx.openapi.validation.ValidatableResponse;
import java.util.HashMap;
import java.util.Map;

/**
 * Validates answers with the OpenAPI library's own validator, which is not the one we serve with.
 */
final class ResponseContract {
  private static final ResponseValidator VALIDATOR = load();

  private ResponseContract() {}

  private static ResponseValidator load() {
    Vertx vertx = Vertx.vertx();
    OpenAPIContract contract = LibraryContract.load(vertx);
    return ResponseValidator.create(vertx, contract);
  }

  static void demand(String operationId, ApiReply reply) {
    Map<String, String> headers = new HashMap<>();
    reply.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
    // The library cannot read a header that has quotes in it.
    headers.remove("link");
    headers.remove("etag");
    ValidatableResponse response =
        reply.text().isEmpty()
            ? ValidatableResponse.create(reply.status(), headers)
            : ValidatableResponse.create(
                reply.status(), headers, Buffer.buffer(reply.text()), "application/json");
    try {
      VALIDATOR.validate(response, operationId).await();
    } catch (RuntimeException refused) {
      throw new AssertionError(
          operationId + " answered " + reply.status() + " against the contract: " + reply.text(),
          refused);
    }
  }
}
