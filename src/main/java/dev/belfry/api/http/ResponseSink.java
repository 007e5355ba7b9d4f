package dev.belfry.api.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/** Writes a body to a client in parts, and reports when the client disconnects. */
final class ResponseSink implements ApiResponse.Sink {
  /** The sink of a client that disconnected before its answer was ready. */
  static final ApiResponse.Sink NOBODY =
      new ApiResponse.Sink() {
        @Override
        public Future<Void> write(Buffer part) {
          return Future.failedFuture("the client is gone");
        }

        @Override
        public Future<Void> gone() {
          return Future.succeededFuture();
        }
      };

  private final HttpServerResponse response;
  private final Promise<Void> gone = Promise.promise();

  ResponseSink(HttpServerResponse response) {
    this.response = response;
    response.closeHandler(closed -> gone.tryComplete());
  }

  @Override
  public Future<Void> write(Buffer part) {
    return response.write(part);
  }

  @Override
  public Future<Void> gone() {
    return gone.future();
  }
}
