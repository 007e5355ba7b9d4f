package dev.belfry.api.http;

import dev.belfry.api.ratelimit.Decision;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its one answer: gives it an id, writes the answer with the headers every answer
 * carries, and tells metrics and the access log when it is over.
 */
final class Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
  private static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("x-request-id");
  private static final CharSequence LIMIT = HttpHeaders.createOptimized("x-ratelimit-limit");
  private static final CharSequence REMAINING =
      HttpHeaders.createOptimized("x-ratelimit-remaining");
  private static final CharSequence RESET = HttpHeaders.createOptimized("x-ratelimit-reset");
  private static final CharSequence JSON =
      HttpHeaders.createOptimized("application/json; charset=utf-8");
  private static final CharSequence CLOSE = HttpHeaders.createOptimized("close");

  /** The HTTP/2 code for a body whose rest is not wanted (RFC 9113, 8.1). */
  private static final long NO_ERROR = 0;

  private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");
  private static final CharSequence ASK_FIRST = HttpHeaders.createOptimized("private, no-cache");

  private final HttpServerRequest request;
  private final ServerState server;
  private final OperationMetrics metrics;
  private final String requestId;
  private final long started = System.nanoTime();
  private CharSequence caching = NO_STORE;
  private final ConnectionGuard.Watch watch;
  private boolean answered;
  private boolean ended;
  private boolean unread;
  private boolean closing;
  private BodyBudget.@Nullable Share body;

  Exchange(HttpServerRequest request, ServerState server, OperationMetrics metrics) {
    this.request = request;
    this.server = server;
    this.metrics = metrics;
    this.requestId = server.requestIds().of(request.getHeader(REQUEST_ID));
    this.watch = server.guard().watch(request.connection());
    watch.begin();
    request.response().putHeader(REQUEST_ID, requestId);
    SecurityHeaders.put(request.response(), server.secure());
  }

  /** The id of this request, as its answer and its log line carry it. */
  String requestId() {
    return requestId;
  }

  /** The id that the answer to a request carries. */
  static String requestId(HttpServerRequest request) {
    return request.response().headers().get(REQUEST_ID);
  }

  /**
   * The body of the request is awaited from here on; a client that is too slow gets a 408.
   *
   * @throws ApiException 400 when the body is known not to be well-formed
   */
  void onReceiving() {
    if (watch.isMalformed()) {
      throw ConnectionGuard.malformedBody();
    }
    watch.receiving(this);
  }

  /** The body of the request is there, or it ended early. */
  void onReceived() {
    watch.received(this);
  }

  /** The answer to come is the last one on its connection. */
  void closes() {
    closing = true;
  }

  /** Whether the answer has been written, or is being written. */
  boolean isAnswered() {
    return answered;
  }

  /** The client needs no answer any more, because it has taken the request back. */
  void abandon() {
    end();
  }

  /** Its connection may be idle from here on. */
  private void end() {
    if (!ended) {
      ended = true;
      watch.received(this);
      watch.end();
      if (body != null) {
        body.close();
      }
    }
  }

  /** Closes the share of its body in the memory for bodies when the exchange ends. */
  BodyBudget.Share holds(BodyBudget.Share share) {
    body = share;
    return share;
  }

  /** Puts the limit headers on the answer to come. */
  void limited(Decision decision) {
    request
        .response()
        .putHeader(LIMIT, Integer.toString(decision.limit()))
        .putHeader(REMAINING, Integer.toString(decision.remaining()))
        .putHeader(RESET, Long.toString(decision.resetEpochSeconds()));
    if (!decision.admitted()) {
      request
          .response()
          .putHeader(HttpHeaders.RETRY_AFTER, Long.toString(decision.retryAfterSeconds()));
    }
  }

  /**
   * Puts an entity tag on the answer to come.
   *
   * @param fresh whether the client may keep the answer, if it asks each time whether it still
   *     holds
   */
  void tagged(String tag, boolean fresh) {
    request.response().putHeader(HttpHeaders.ETAG, tag);
    caching = fresh ? ASK_FIRST : NO_STORE;
  }

  /** Puts on the answer to come, a 401, how a key is sent. */
  void challenge() {
    request.response().putHeader(Challenge.HEADER, Challenge.of(request).value());
  }

  /** Answers with the row of the error table that a failure belongs to. */
  void fail(Throwable failure) {
    ApiException classified = ErrorRenderer.classify(failure);
    if (classified.error() == ApiError.INTERNAL) {
      LOG.atError()
          .addKeyValue("requestId", requestId)
          .addKeyValue("operation", metrics.operation())
          .setCause(failure)
          .log("The request failed unexpectedly");
    }
    if (classified.error() == ApiError.PAYLOAD_TOO_LARGE
        || classified.error() == ApiError.REQUEST_TIMEOUT
        || (body != null && !request.isEnded())) {
      unread = true;
    }
    if (classified.error() == ApiError.TOO_MANY_REQUESTS
        && !request.response().headers().contains(HttpHeaders.RETRY_AFTER)) {
      request.response().putHeader(HttpHeaders.RETRY_AFTER, "1");
    }
    answer(ErrorRenderer.render(classified));
  }

  /** Writes the answer; the second one of an exchange has no effect. */
  void answer(ApiResponse answer) {
    HttpServerResponse response = request.response();
    if (answered || response.ended() || response.closed()) {
      if (!answered) {
        end();
      }
      if (answer.stream() != null) {
        answer.stream().write(ResponseSink.NOBODY);
      }
      return;
    }
    try {
      putHead(answer);
    } catch (RuntimeException unwritable) {
      replace(answer, unwritable);
      return;
    }
    answered = true;
    boolean streams = request.version() == HttpVersion.HTTP_2;
    boolean last = !streams && (unread || closing || watch.isMalformed() || server.draining());
    if (server.draining() && streams) {
      server.guard().sendAway(request.connection());
    }
    if (last) {
      response.putHeader(HttpHeaders.CONNECTION, CLOSE);
      // Told before it is written: the next request may be handed over while that happens.
      Promise<Void> written = Promise.promise();
      watch.last(written.future());
      write(answer, streams).onComplete(written);
    } else {
      write(answer, streams);
    }
    finished(answer.status());
  }

  /** Throws when the library refuses a header, such as one with a line break. */
  private void putHead(ApiResponse answer) {
    HttpServerResponse response = request.response();
    response.setStatusCode(answer.status());
    response.putHeader(HttpHeaders.CACHE_CONTROL, caching);
    answer.headers().forEach(response::putHeader);
  }

  /** Answers 500 in place of an answer whose head cannot be written. */
  private void replace(ApiResponse answer, RuntimeException unwritable) {
    answer.headers().keySet().forEach(request.response().headers()::remove);
    request.response().headers().remove(HttpHeaders.ETAG);
    caching = NO_STORE;
    if (answer.stream() != null) {
      answer.stream().write(ResponseSink.NOBODY);
    }
    fail(unwritable);
  }

  private Future<Void> write(ApiResponse answer, boolean streams) {
    HttpServerResponse response = request.response();
    ApiResponse.Stream stream = answer.stream();
    if (stream != null) {
      response.setChunked(true);
      watch.received(this);
      Future<Void> over = stream.write(new ResponseSink(response));
      over.onComplete(all -> end());
      return over.transform(all -> all.succeeded() ? end(response) : cut(response, all.cause()));
    }
    end();
    Buffer body = answer.body();
    if (body == null) {
      return response.end();
    }
    if (!response.headers().contains(HttpHeaders.CONTENT_TYPE)) {
      response.putHeader(HttpHeaders.CONTENT_TYPE, JSON);
    }
    if (request.method().equals(HttpMethod.HEAD)) {
      // The library would send a body over HTTP/2.
      response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
      return response.end();
    }
    Future<Void> ended = response.end(body);
    return unread && streams ? ended.onSuccess(sent -> response.reset(NO_ERROR)) : ended;
  }

  private static Future<Void> cut(HttpServerResponse response, Throwable failure) {
    return failure instanceof ClientTooSlowException ? response.reset().mapEmpty() : end(response);
  }

  private static Future<Void> end(HttpServerResponse response) {
    return response.ended() || response.closed() ? Future.succeededFuture() : response.end();
  }

  private void finished(int status) {
    long nanos = System.nanoTime() - started;
    metrics.record(status, nanos);
    server.accessLog().write(request, metrics.operation(), status, nanos, requestId);
  }

  /** How long ago its head arrived, nanoseconds. */
  long age() {
    return System.nanoTime() - started;
  }
}
