package dev.belfry.http;

import dev.belfry.contract.Contract;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;

/**
 * Answers HEAD like GET where the contract has it: the server leaves out the body of what began as
 * HEAD (RFC 9110, 9.3.2).
 */
final class HeadHandler implements Handler<RoutingContext> {
  private final Contract contract;

  HeadHandler(Contract contract) {
    this.contract = contract;
  }

  @Override
  public void handle(RoutingContext routing) {
    if (routing.request().method().equals(HttpMethod.HEAD)
        && contract.methodsOn(routing.request().path()).contains(Contract.HEAD)) {
      routing.reroute(HttpMethod.GET, routing.request().uri());
    } else {
      routing.next();
    }
  }
}
