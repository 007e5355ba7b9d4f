package dev.belfry.http;

import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer of an operation.
 *
 * @param status HTTP status
 * @param body the JSON text, null for an answer without a body
 * @param headers further headers by name
 */
public record ApiResponse(int status, @Nullable Buffer body, Map<String, String> headers) {
  public ApiResponse {
    headers = Map.copyOf(headers);
  }

  /** 200 with a JSON text. */
  public static ApiResponse ok(String json) {
    return new ApiResponse(200, Buffer.buffer(json), Map.of());
  }

  /** 201 with a JSON text. */
  public static ApiResponse created(String json) {
    return new ApiResponse(201, Buffer.buffer(json), Map.of());
  }

  /** 202 with a JSON text: it will be done. */
  public static ApiResponse accepted(String json) {
    return new ApiResponse(202, Buffer.buffer(json), Map.of());
  }

  /** 204. */
  public static ApiResponse noContent() {
    return new ApiResponse(204, null, Map.of());
  }

  /** The same answer with one more header. */
  public ApiResponse with(String name, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(name, value);
    return new ApiResponse(status, body, more);
  }
}
