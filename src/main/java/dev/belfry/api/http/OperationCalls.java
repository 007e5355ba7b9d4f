package dev.belfry.api.http;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.auth.Caller;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls operations from within another one, without a request of their own: by the same rules of
 * scope, limit, validation and audit. Confined to one event loop.
 */
public final class OperationCalls {
  private final Map<String, OperationHandler> operations = new HashMap<>();

  OperationCalls() {}

  void put(String operationId, OperationHandler operation) {
    operations.put(operationId, operation);
  }

  /**
   * The address and the body of a call.
   *
   * @param path the path, encoded
   * @param parameters the parameters in the path, decoded
   * @param query the query string, encoded; null for none
   * @param body JSON text, null for none
   */
  public record Call(
      String operationId,
      String path,
      Map<String, String> parameters,
      @Nullable String query,
      @Nullable String body) {}

  /**
   * Calls an operation of the contract that needs a key. A refusal is an answer, as a client would
   * get it. Fails as the operation does when the service itself is at fault (500, 503).
   *
   * @param within the request that the call comes from
   * @param caller who calls: that of the request, or with a lower scope
   */
  public Future<ApiResponse> call(ApiRequest within, Caller caller, Call call) {
    OperationHandler operation =
        requireNonNull(operations.get(call.operationId()), call.operationId());
    RoutedRequest routed =
        new RoutedRequest(within.head().request(), call.path(), call.query(), call.parameters());
    return operation.call(routed, caller, bytes(call.body())).recover(OperationCalls::refusal);
  }

  private static byte @Nullable [] bytes(@Nullable String body) {
    return body == null ? null : body.getBytes(StandardCharsets.UTF_8);
  }

  private static Future<ApiResponse> refusal(Throwable failure) {
    ApiException told = ErrorRenderer.classify(failure);
    return told.error().status() < ApiError.INTERNAL.status()
        ? Future.succeededFuture(ErrorRenderer.render(told))
        : Future.failedFuture(failure);
  }
}
