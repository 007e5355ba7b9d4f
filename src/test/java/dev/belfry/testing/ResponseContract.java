package dev.belfry.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.api.contract.Contract;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.validation.ResponseValidator;
import io.vertx.openapi.validation.ValidatableResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Validates answers with the OpenAPI library's own validator, which is not the one we serve with.
 */
final class ResponseContract {
  private static final ResponseValidator VALIDATOR = load();
  private static final JsonNode CONTRACT = document();

  private ResponseContract() {}

  private static ResponseValidator load() {
    Vertx vertx = Vertx.vertx();
    OpenAPIContract contract = LibraryContract.load(vertx);
    return ResponseValidator.create(vertx, contract);
  }

  private static JsonNode document() {
    try {
      return new ObjectMapper().readTree(Contract.load().json());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void require(String operationId, ApiReply reply) {
    String type = reply.header("content-type").split(";", 2)[0];
    if (!type.isEmpty() && !type.equals("application/json") && reply.status() != 304) {
      requireDeclared(operationId, reply.status(), type);
      return;
    }
    Map<String, String> headers = new HashMap<>();
    reply.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
    // The library cannot read a header that has quotes in it.
    headers.remove("link");
    headers.remove("etag");
    headers.remove("www-authenticate");
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

  /** Of what is not JSON the contract tells the media type alone. */
  private static void requireDeclared(String operationId, int status, String type) {
    for (JsonNode path : CONTRACT.get("paths")) {
      for (JsonNode operation : path) {
        if (operation.path("operationId").asText().equals(operationId)) {
          JsonNode answer = operation.path("responses").path(Integer.toString(status));
          JsonNode resolved =
              answer.has("$ref") ? CONTRACT.at(answer.get("$ref").asText().substring(1)) : answer;
          if (!resolved.path("content").has(type)) {
            throw new AssertionError(operationId + " declares no " + status + " of " + type);
          }
          return;
        }
      }
    }
    throw new AssertionError("the contract has no " + operationId);
  }
}
