package dev.belfry.api.http;

import io.vertx.core.Future;

/** One operation of the contract: reads typed inputs, calls one use case, chooses the success. */
@FunctionalInterface
public interface Operation {
  /**
   * Answers a valid request. A failed future or an exception becomes an error answer: its row of
   * the error table if it is an ApiException, else a 500.
   */
  Future<ApiResponse> answer(ApiRequest request);
}
