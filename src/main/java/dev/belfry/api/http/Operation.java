package dev.belfry.api.http;

import io.vertx.core.Future;

/** One operation of the contract: reads typed inputs, calls one use case, chooses the success. */
@FunctionalInterface
public interface Operation {
  /** Answers a valid request; a failed future or an exception becomes an error answer. */
  Future<ApiResponse> answer(ApiRequest request);
}
