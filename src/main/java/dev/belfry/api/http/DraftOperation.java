package dev.belfry.api.http;

import io.vertx.core.Future;

/** One operation of the contract that works on a typed draft of its body. */
@FunctionalInterface
public interface DraftOperation<D> {
  /** Answers a valid request; a failed future or an exception becomes an error answer. */
  Future<ApiResponse> answer(ApiRequest request, D draft);
}
