package dev.belfry.http;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.StaticHandler;
import java.util.Map;

/** Serves the contract, for programs as {@code /openapi.json} and for people as {@code /docs}. */
final class ContractPages implements Handler<RoutingContext> {
  /** No request leaves the service's own host. */
  private static final String POLICY =
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

  private final Buffer contract;
  private final ServerState server;
  private final OperationMetrics metrics;

  ContractPages(byte[] contract, ServerState server, OperationMetrics metrics) {
    this.contract = Buffer.buffer(contract);
    this.server = server;
    this.metrics = metrics;
  }

  @Override
  public void handle(RoutingContext routing) {
    new Exchange(routing.request(), server, metrics)
        .answer(new ApiResponse(200, contract, Map.of()));
  }

  /** Mounts the viewer: our page around the Swagger UI files of its web jar. */
  static void mountViewer(Router router) {
    router.get("/docs").handler(ContractPages::redirectToSlash);
    router.get("/docs/*").handler(ContractPages::secure);
    router.get("/docs/*").handler(StaticHandler.create("docs").setIndexPage("index.html"));
    router.get("/docs/*").handler(StaticHandler.create("META-INF/resources/webjars/swagger-ui"));
  }

  private static void redirectToSlash(RoutingContext routing) {
    if (routing.request().path().endsWith("/")) {
      routing.next();
    } else {
      routing.response().setStatusCode(308).putHeader(HttpHeaders.LOCATION, "/docs/").end();
    }
  }

  private static void secure(RoutingContext routing) {
    HttpServerResponse response = routing.response();
    response.putHeader("content-security-policy", POLICY);
    response.putHeader("x-content-type-options", "nosniff");
    routing.next();
  }
}
