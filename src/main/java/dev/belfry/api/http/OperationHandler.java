package dev.belfry.api.http;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.platform.config.RouteLimit;
import dev.belfry.platform.db.Actor;
import dev.belfry.platform.db.RequestScope;
import dev.belfry.platform.error.ApiError;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.internal.ContextInternal;
import org.jspecify.annotations.Nullable;

/**
 * Handles the requests of one operation: gate, body, parameters, operation, answer. A failure at
 * any step becomes an answer of the error table.
 */
final class OperationHandler implements Handler<RoutedRequest> {
  private final OperationContract contract;
  private final RequestReader requests;
  private final OperationRunner runner;
  private final OperationMetrics metrics;
  private final Gate gate;
  private final @Nullable RouteLimit ownLimit;
  private final BodyReader bodies;
  private final ServerState server;

  /** The parts that all operations of an event loop share. */
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
    this.ownLimit = gate.ownLimit(contract);
    this.server = loop.server();
  }

  @Override
  public void handle(RoutedRequest routed) {
    HttpServerRequest request = routed.request();
    Exchange exchange = new Exchange(request, server, metrics);
    try {
      Future<Admission> decided = gate.decide(request, contract, ownLimit);
      if (decided.isComplete()) {
        onDecided(routed, decided, exchange);
      } else {
        request.pause(); // Nothing of the body may be lost while the limiter asks.
        here(decided)
            .onComplete(
                known -> {
                  if (request.isEnded() && request.version() == HttpVersion.HTTP_2) {
                    exchange.abandon();
                    return;
                  }
                  onDecided(routed, known, exchange);
                  request.resume();
                });
      }
    } catch (RuntimeException failure) {
      exchange.fail(failure);
    }
  }

  /**
   * Answers a call from within another request, whose key it goes by. Fails with what refuses it.
   *
   * @param caller who calls, with the scope of the call
   * @param routed the address of the call, with the request that it comes from
   */
  Future<ApiResponse> call(RoutedRequest routed, Caller caller, byte @Nullable [] body) {
    return here(gate.decideCall(caller, contract, ownLimit))
        .compose(
            admission -> {
              if (admission.refusal() != null) {
                return Future.failedFuture(admission.refusal());
              }
              ApiRequest request = requests.called(routed, caller, body);
              RequestScope.enter(
                  caller.accountId(),
                  contract.writes()
                      ? new Actor(caller.actor(), Exchange.requestId(routed.request()))
                      : null);
              return runner.run(
                  request, Preconditions.NONE, () -> requests.current(routed, caller), body);
            });
  }

  /** The limiter may answer from the context of another request. */
  private static Future<Admission> here(Future<Admission> decided) {
    Promise<Admission> here = ContextInternal.current().promise();
    decided.onComplete(here);
    return here.future();
  }

  private void onDecided(RoutedRequest routed, AsyncResult<Admission> decided, Exchange exchange) {
    if (decided.failed()) {
      exchange.fail(decided.cause());
      return;
    }
    Admission admission = decided.result();
    if (admission.limit() != null) {
      exchange.limited(admission.limit());
    }
    if (admission.refusal() != null) {
      if (admission.refusal().error() == ApiError.UNAUTHORIZED) {
        exchange.challenge();
      }
      exchange.fail(admission.refusal());
    } else if (contract.bodySchema() == null && !contract.takesBytes()) {
      answer(routed, admission.caller(), null, exchange);
    } else {
      receive(routed, admission.caller(), exchange);
    }
  }

  private void receive(RoutedRequest routed, Caller caller, Exchange exchange) {
    HttpServerRequest request = routed.request();
    Future<byte[]> body;
    try {
      exchange.onReceiving();
      if (contract.takesBytes()) {
        body = bodies.discard(request, Preconditions.isKeyed(request));
        // Command lines destroy the file that they send when they are answered, and may not end the
        // request. They would wait for a connection that is kept.
        exchange.closes();
      } else {
        BodyBudget.Share share = exchange.holds(bodies.share(caller.accountId()));
        body =
            contract.takesForm()
                ? bodies.readForm(request, share)
                : bodies.read(request, contract.open(), share);
      }
    } catch (RuntimeException failure) {
      body = Future.failedFuture(failure);
    }
    body.onComplete(
        read -> {
          exchange.onReceived();
          if (exchange.isAnswered()) {
            return; // It came too late: the client has been told 408.
          }
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
      boolean writes = contract.writes() || valid.preconditions().key() != null;
      RequestScope.enter(
          caller.accountId(), writes ? new Actor(caller.actor(), exchange.requestId()) : null);
      answer =
          runner.run(
              valid.request(), valid.preconditions(), () -> requests.current(routed, caller), body);
    } catch (RuntimeException failure) {
      exchange.fail(failure);
      return;
    }
    answer.onComplete(given -> onAnswer(given, valid.preconditions(), exchange), exchange::fail);
  }

  private void onAnswer(ApiResponse answer, Preconditions conditions, Exchange exchange) {
    String tag = runner.tag(answer);
    if (tag == null) {
      exchange.answer(answer);
      return;
    }
    boolean read = contract.method().equals("GET");
    exchange.tagged(tag, read);
    exchange.answer(read && conditions.know(answer, tag) ? answer.notModified() : answer);
  }
}
