package dev.belfry.http;

import dev.belfry.contract.Contract;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;

/** Leads HEAD to what answers GET where the contract has it so (RFC 9110, 9.3.2). */
final class HeadHandler implements Handler<RoutingContext> {
  private static final String LED = "belfry.head";

  private final Contract contract;

  HeadHandler(Contract contract) {
    this.contract = contract;
  }

  /** Whether the body is not wanted; the answer must leave it out, as HTTP/2 would send it. */
  static boolean only(RoutingContext routing) {
    return routing.get(LED) != null || routing.request().method().equals(HttpMethod.HEAD);
  }

  @Override
  public void handle(RoutingContext routing) {
    if (routing.request().method().equals(HttpMethod.HEAD)
        && contract.methodsOn(routing.request().path()).contains(Contract.HEAD)) {
      routing.put(LED, true);
      routing.reroute(HttpMethod.GET, routing.request().uri());
    } else {
      routing.next();
    }
  }
}
