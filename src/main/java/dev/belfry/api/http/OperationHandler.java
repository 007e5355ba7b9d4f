package dev.belfry.api.http;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.platform.db.Actor;
import dev.belfry.platform.db.RequestScope;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.internal.ContextInternal;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a request of one operation: gate, parameters, body, operation, answer. Whatever
 * fails on the way becomes an answer of the error table.
 */
final class OperationHandler implements Handler<RoutedRequest> {
  private final OperationContract contract;
  private final RequestReader requests;
  private final OperationRunner runner;
  private final OperationMetrics metrics;
  private final Gate gate;
  private final BodyReader bodies;
  private final ServerState server;

  /** What all operations of an event loop have in common. */
  record Loop(Gate gate, ServerState server) {}

  OperationHandler(
      OperationContract contract,
      RequestReader requests,
      OperationRunner runner,
      OperationMetrics metrics,
      BodyReader bodies,
      Loop loop) {
    this.contract = contract;
    this.requests = requests;
    this.runner = runner;
    this.metrics = metrics;
    this.bodies = bodies;
    this.gate = loop.gate();
    this.server = loop.server();
  }

  @Override
  public void handle(RoutedRequest routed) {
    HttpServerRequest request = routed.request();
    Exchange exchange = new Exchange(request, server, metrics);
    try {
      Future<Caller> passed = gate.pass(request, contract, exchange);
      if (passed.isComplete()) {
        admitted(routed, passed, exchange);
      } else {
        request.pause(); // Nothing of the body may be lost while the limiter asks.
        // The limiter may answer from the context of another request.
        Promise<Caller> here = ContextInternal.current().promise();
        passed.onComplete(here);
        here.future()
            .onComplete(
                decided -> {
                  if (request.isEnded() && request.version() == HttpVersion.HTTP_2) {
                    exchange.abandon();
                    return;
                  }
                  admitted(routed, passed, exchange);
                  request.resume();
                });
      }
    } catch (RuntimeException failure) {
      exchange.fail(failure);
    }
  }

  private void admitted(RoutedRequest routed, Future<Caller> passed, Exchange exchange) {
    if (passed.failed()) {
      exchange.fail(passed.cause());
    } else if (contract.bodySchema() == null && !contract.takesBytes()) {
      answer(routed, passed.result(), null, exchange);
    } else {
      receive(routed, passed.result(), exchange);
    }
  }

  private void receive(RoutedRequest routed, Caller caller, Exchange exchange) {
    HttpServerRequest request = routed.request();
    exchange.onReceiving();
    Future<byte[]> body;
    try {
      if (contract.takesBytes()) {
        body = bodies.discard(request, Preconditions.isKeyed(request));
      } else {
        body = contract.takesForm() ? bodies.readForm(request) : bodies.read(request);
      }
    } catch (RuntimeException failure) {
      body = Future.failedFuture(failure);
    }
    body.onComplete(
        read -> {
          exchange.onReceived();
          if (read.failed()) {
            exchange.fail(read.cause());
          } else {
            answer(routed, caller, read.result(), exchange);
          }
        });
  }

  private void answer(
      RoutedRequest routed, Caller caller, byte @Nullable [] body, Exchange exchange) {
    Future<ApiResponse> answer;
    RequestReader.Valid valid;
    try {
      valid = requests.read(routed, caller, body);
      if (contract.writes() || valid.conditions().key() != null) {
        RequestScope.enter(new Actor(caller.actor(), exchange.requestId()));
      }
      answer =
          runner.run(
              valid.request(), valid.conditions(), () -> requests.current(routed, caller), body);
    } catch (RuntimeException failure) {
      exchange.fail(failure);
      return;
    }
    answer.onComplete(given -> finish(given, valid.conditions().tags(), exchange), exchange::fail);
  }

  private void finish(ApiResponse answer, @Nullable TagCondition known, Exchange exchange) {
    String tag = runner.tag(answer);
    if (tag == null) {
      exchange.answer(answer);
      return;
    }
    boolean read = contract.method().equals("GET");
    exchange.tagged(tag, read);
    exchange.answer(read && known != null && known.names(tag) ? answer.notModified() : answer);
  }
}
