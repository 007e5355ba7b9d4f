package dev.belfry.api.http;

import dev.belfry.api.auth.Caller;
import dev.belfry.platform.db.Actor;
import dev.belfry.platform.db.RequestScope;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Handles pings of heartbeat monitors. They are no operations of the contract: any method of three
 * means the same, and a body of any type is taken.
 */
final class PingHandler {
  /** Begins the paths of pings. */
  static final String ROOT = "/ping/";

  private static final List<String> METHODS = List.of("GET", "HEAD", "POST");

  /** Bytes of a body that are kept. */
  private static final int KEPT = 10_240;

  private final PingReceiver receiver;
  private final BodyReader bodies;
  private final OperationMetrics metrics;
  private final ServerState server;

  PingHandler(
      PingReceiver receiver, BodyReader bodies, OperationMetrics metrics, ServerState server) {
    this.receiver = receiver;
    this.bodies = bodies;
    this.metrics = metrics;
    this.server = server;
  }

  void handle(HttpServerRequest request, String path) {
    long arrived = System.nanoTime();
    Exchange exchange = new Exchange(request, server, metrics);
    try {
      if (!METHODS.contains(request.method().name())) {
        request.response().putHeader(HttpHeaders.ALLOW, String.join(", ", METHODS));
        throw new ApiException(ApiError.METHOD_NOT_ALLOWED);
      }
      PingReceiver.Admitted admitted = admit(path.substring(ROOT.length()));
      if (request.method().name().equals("POST")) {
        receive(request, admitted, arrived, exchange);
      } else {
        store(request, admitted, "", arrived, exchange);
      }
    } catch (RuntimeException failure) {
      exchange.fail(failure);
    }
  }

  private PingReceiver.Admitted admit(String address) {
    String[] parts = address.split("/", -1);
    if (parts.length > 2) {
      throw ApiException.notFound();
    }
    return receiver.admit(parts[0], parts.length == 1 ? "" : parts[1]);
  }

  private void receive(
      HttpServerRequest request, PingReceiver.Admitted admitted, long arrived, Exchange exchange) {
    exchange.onReceiving();
    BodyBudget.Share share = exchange.holds(bodies.share(Caller.ANYBODY.accountId()));
    bodies
        .keep(request, KEPT, share)
        .onComplete(
            read -> {
              exchange.onReceived();
              if (exchange.isAnswered()) {
                return; // It came too late: the client has been told 408.
              }
              if (read.failed()) {
                exchange.fail(read.cause());
              } else {
                store(request, admitted, text(read.result()), arrived, exchange);
              }
            });
  }

  private static void store(
      HttpServerRequest request,
      PingReceiver.Admitted admitted,
      String body,
      long arrived,
      Exchange exchange) {
    Future<ApiResponse> answer;
    try {
      RequestScope.enter(
          Caller.ANYBODY.accountId(), new Actor(Caller.ANYBODY.actor(), exchange.requestId()));
      String origin = request.getHeader(HttpHeaders.ORIGIN);
      answer =
          admitted.store(
              new PingDetail(
                  request.method().name(),
                  request.getHeader(HttpHeaders.USER_AGENT),
                  origin == null ? request.getHeader(HttpHeaders.REFERER) : origin,
                  body,
                  arrived));
    } catch (RuntimeException failure) {
      exchange.fail(failure);
      return;
    }
    answer.onComplete(exchange::answer, exchange::fail);
  }

  /** A body that is not UTF-8, or is cut within a character, has replacement characters. */
  private static String text(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }
}
