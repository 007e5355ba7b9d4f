package dev.belfry.monitoring.location;

import dev.belfry.api.http.ApiResponse;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Map;

/** Answers that there are no static addresses: checks run from the hosts of the operator. */
final class StaticAddresses {
  private StaticAddresses() {}

  static Future<ApiResponse> list() {
    return Future.succeededFuture(ApiResponse.ok("[]"));
  }

  static Future<ApiResponse> byRegion() {
    return Future.succeededFuture(ApiResponse.ok("{}"));
  }

  static Future<ApiResponse> text() {
    return Future.succeededFuture(
        new ApiResponse(200, Buffer.buffer(), Map.of("content-type", "text/plain; charset=utf-8")));
  }
}
