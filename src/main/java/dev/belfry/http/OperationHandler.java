package dev.belfry.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.auth.Caller;
import dev.belfry.contract.BodySchema;
import dev.belfry.contract.OperationContract;
import dev.belfry.db.Actor;
import dev.belfry.db.RequestScope;
import dev.belfry.error.ApiException;
import dev.belfry.error.Violation;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a request of one operation: gate, parameters, body, operation, answer. Whatever
 * fails on the way becomes an answer of the error table.
 */
final class OperationHandler implements Handler<RoutingContext> {
  private final OperationContract contract;
  private final OperationRegistry.Entry operation;
  private final OperationMetrics metrics;
  private final Gate gate;
  private final BodyReader bodies;
  private final ServerState server;

  OperationHandler(
      OperationContract contract,
      OperationRegistry.Entry operation,
      OperationMetrics metrics,
      Gate gate,
      BodyReader bodies,
      ServerState server) {
    this.contract = contract;
    this.operation = operation;
    this.metrics = metrics;
    this.gate = gate;
    this.bodies = bodies;
    this.server = server;
  }

  @Override
  public void handle(RoutingContext routing) {
    HttpServerRequest request = routing.request();
    Exchange exchange = new Exchange(request, server, metrics);
    try {
      Future<Caller> passed = gate.pass(request, contract, exchange);
      if (passed.isComplete()) {
        admitted(routing, passed, exchange);
      } else {
        request.pause(); // Nothing of the body may be lost while the limiter asks.
        // The limiter may answer from the context of another request.
        Promise<Caller> here = ContextInternal.current().promise();
        passed.onComplete(here);
        here.future()
            .onComplete(
                decided -> {
                  if (request.isEnded() && request.version() == HttpVersion.HTTP_2) {
                    return; // The client has taken it back meanwhile.
                  }
                  admitted(routing, passed, exchange);
                  request.resume();
                });
      }
    } catch (RuntimeException failure) {
      server.guard().received(request.connection(), exchange);
      exchange.fail(failure);
    }
  }

  private void admitted(RoutingContext routing, Future<Caller> passed, Exchange exchange) {
    HttpServerRequest request = routing.request();
    if (passed.failed()) {
      server.guard().received(request.connection(), exchange);
      exchange.fail(passed.cause());
    } else if (contract.bodySchema() == null && !contract.takesBytes()) {
      server.guard().received(request.connection(), exchange);
      answer(routing, passed.result(), null, exchange);
    } else {
      receive(routing, passed.result(), exchange);
    }
  }

  private void receive(RoutingContext routing, Caller caller, Exchange exchange) {
    HttpServerRequest request = routing.request();
    server.guard().receiving(request.connection(), exchange);
    Future<byte[]> body;
    try {
      body = contract.takesBytes() ? bodies.discard(request) : bodies.read(request);
    } catch (RuntimeException failure) {
      body = Future.failedFuture(failure);
    }
    body.onComplete(
        read -> {
          server.guard().received(request.connection(), exchange);
          if (read.failed()) {
            exchange.fail(read.cause());
          } else {
            answer(routing, caller, read.result(), exchange);
          }
        });
  }

  private void answer(
      RoutingContext routing, Caller caller, byte @Nullable [] body, Exchange exchange) {
    Future<ApiResponse> answer;
    try {
      ApiRequest valid = valid(routing, caller, body);
      if (contract.writes()) {
        RequestScope.enter(new Actor(caller.actor(), exchange.requestId()));
      }
      answer = operation.method().answer(valid);
    } catch (RuntimeException failure) {
      exchange.fail(failure);
      return;
    }
    answer.onComplete(exchange::answer, exchange::fail);
  }

  private ApiRequest valid(RoutingContext routing, Caller caller, byte @Nullable [] body) {
    List<Violation> violations = new ArrayList<>(0);
    Map<String, JsonNode> parameters =
        ParameterReader.read(contract.parameters(), routing, violations);
    int inParameters = violations.size();
    ObjectNode content = content(body, violations);
    if (!violations.isEmpty()) {
      throw ApiException.invalid(source(inParameters, violations.size()), violations);
    }
    return new ApiRequest(
        caller, routing.request().path(), routing.request().query(), parameters, content);
  }

  private @Nullable ObjectNode content(byte @Nullable [] body, List<Violation> violations) {
    BodySchema schema = contract.bodySchema();
    if (schema == null || body == null) {
      return null;
    }
    ObjectNode content = schema.read(body, violations);
    for (Violation violation : operation.rules().violations(content)) {
      if (violations.stream().noneMatch(known -> known.path().equals(violation.path()))) {
        violations.add(violation);
      }
    }
    return content;
  }

  private ApiException.Source source(int inParameters, int all) {
    if (all > inParameters) {
      return ApiException.Source.PAYLOAD;
    }
    return contract.path().contains("{") ? ApiException.Source.PARAMS : ApiException.Source.QUERY;
  }
}
