package dev.belfry.api.http;

import io.vertx.core.Future;

/** An operation whose body has become a draft before it is asked. */
@FunctionalInterface
public interface DraftOperation<D> {
  /**
   * Answers a valid request. A failed future or an exception becomes an error answer.
   *
   * @param draft what the operation's {@code DraftReader} made from the body
   */
  Future<ApiResponse> answer(ApiRequest request, D draft);
}
