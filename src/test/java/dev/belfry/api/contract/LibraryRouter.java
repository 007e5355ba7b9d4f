package dev.belfry.api.contract;

import dev.belfry.testing.LibraryContract;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.JWTAuthHandler;
import io.vertx.ext.web.openapi.router.OpenAPIRoute;
import io.vertx.ext.web.openapi.router.RouterBuilder;

/**
 * The contract behind the OpenAPI library's own router with its own validator. Every answer names
 * the operation that gave it.
 */
final class LibraryRouter {
  /** The header that names the operation. */
  static final String OPERATION = "x-operation";

  /** Bytes; as long as the service allows. */
  private static final int LONGEST_LINE = 8_192;

  private LibraryRouter() {}

  /**
   * Listens on any port. Blocks.
   *
   * @param secret what API keys are signed with
   */
  static HttpServer start(Vertx vertx, String secret) {
    RouterBuilder builder = RouterBuilder.create(vertx, LibraryContract.load(vertx));
    builder
        .security("apiKey")
        .httpHandler(
            JWTAuthHandler.create(
                JWTAuth.create(
                    vertx,
                    new JWTAuthOptions()
                        .addPubSecKey(
                            new PubSecKeyOptions().setAlgorithm("HS256").setBuffer(secret)))));
    for (OpenAPIRoute route : builder.getRoutes()) {
      String id = route.getOperation().getOperationId();
      route.addHandler(routing -> answer(routing, 200, id));
      route.addFailureHandler(routing -> answer(routing, routing.statusCode(), id));
    }
    Router router = builder.createRouter();
    return vertx
        .createHttpServer(new HttpServerOptions().setMaxInitialLineLength(LONGEST_LINE))
        .requestHandler(router)
        .listen(0, "127.0.0.1")
        .await();
  }

  private static void answer(RoutingContext routing, int status, String operation) {
    routing.response().setStatusCode(status).putHeader(OPERATION, operation).end();
  }
}
