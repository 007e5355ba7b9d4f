package dev.belfry.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An answer, with the questions tests ask of it. */
public record ApiReply(int status, HttpHeaders headers, String text) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  static ApiReply of(HttpClientResponse response, Buffer body) {
    Map<String, List<String>> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String name : response.headers().names()) {
      values.put(name, response.headers().getAll(name));
    }
    return new ApiReply(
        response.statusCode(), HttpHeaders.of(values, (name, value) -> true), body.toString());
  }

  /** The body as JSON, missing when it is empty. */
  public JsonNode json() {
    try {
      return text.isEmpty() ? MissingNode.getInstance() : MAPPER.readTree(text);
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  /** One header, empty when absent. */
  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  /** A member of the body by JSON pointer. */
  public JsonNode at(String pointer) {
    return json().at(pointer);
  }

  /** The {@code id} of the body as text. */
  public String id() {
    return json().path("id").asText();
  }

  public ApiReply hasStatus(int expected) {
    assertThat(status).as("status of %s", text).isEqualTo(expected);
    return this;
  }

  /** The answer is valid for this operation of the contract, by an independent validator. */
  public ApiReply matchesContract(String operationId) {
    ResponseContract.require(operationId, this);
    return this;
  }

  /** The body is exactly that of the error table. */
  public ApiReply isError(int expected, String error, String message) {
    hasStatus(expected);
    assertThat(json().path("statusCode").asInt()).isEqualTo(expected);
    assertThat(json().path("error").asText()).isEqualTo(error);
    assertThat(json().path("message").asText()).isEqualTo(message);
    return this;
  }

  public ApiReply isUnauthorized() {
    isError(401, "Unauthorized", "Bad Token");
    assertThat(json().get("attributes")).isEqualTo(MAPPER.createObjectNode());
    return this;
  }

  public ApiReply isForbidden() {
    return isError(403, "Forbidden", "Forbidden");
  }

  public ApiReply isNotFound() {
    return isError(404, "Not Found", "Not Found");
  }

  /** The answer is a 400 that names exactly these JSON pointers, in any order. */
  public ApiReply isInvalid(String... pointers) {
    hasStatus(400);
    assertThat(json().path("error").asText()).isEqualTo("Bad Request");
    List<String> named = new ArrayList<>();
    json().at("/attributes/errors").forEach(error -> named.add(error.path("path").asText()));
    assertThat(named).as(text).containsExactlyInAnyOrder(pointers);
    return this;
  }
}
