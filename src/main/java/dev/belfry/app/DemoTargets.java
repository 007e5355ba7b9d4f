package dev.belfry.app;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the monitors of the demo request and where its channel sends: a shop whose front page is
 * well, whose search is slow and whose payments fail. It listens on the loopback address alone.
 */
final class DemoTargets {
  static final String HEALTHY = "/demo/front-page";
  static final String SLOW = "/demo/search";
  static final String FAILING = "/demo/payments";
  static final String RECEIVER = "/demo/alerts";

  private static final Logger LOG = LoggerFactory.getLogger(DemoTargets.class);
  private static final String HOST = "127.0.0.1";
  private static final long SLOW_MILLIS = 1_200;
  private static final int IDLE_SECONDS = 10;
  private static final int MOST_CONNECTIONS = 64;

  private final Vertx vertx;
  private final AtomicInteger connections = new AtomicInteger();

  DemoTargets(Vertx vertx) {
    this.vertx = vertx;
  }

  /**
   * Listens on a port, or on any free one where that is taken. Blocks.
   *
   * @param wanted 0 = any
   * @return the address of the targets, without a slash at the end
   */
  String listen(int wanted) {
    int port =
        open(wanted)
            .recover(
                taken -> {
                  LOG.info("Port {} of the demo's targets is taken; another is used", wanted);
                  return open(0);
                })
            .await();
    return "http://" + HOST + ":" + port;
  }

  private Future<Integer> open(int port) {
    HttpServerOptions options =
        new HttpServerOptions().setHost(HOST).setPort(port).setIdleTimeout(IDLE_SECONDS);
    return vertx
        .createHttpServer(options)
        .connectionHandler(
            connection -> {
              connection.closeHandler(closed -> connections.decrementAndGet());
              if (connections.incrementAndGet() > MOST_CONNECTIONS) {
                connection.close();
              }
            })
        .requestHandler(this::answer)
        .listen()
        .map(HttpServer::actualPort);
  }

  private void answer(HttpServerRequest request) {
    switch (request.path()) {
      case HEALTHY -> end(request, 200, "Welcome to the shop\n");
      case SLOW -> vertx.setTimer(SLOW_MILLIS, due -> end(request, 200, "Three results\n"));
      case FAILING -> end(request, 503, "The payment provider does not respond\n");
      case RECEIVER -> end(request, 204, "");
      default -> end(request, 404, "Not found\n");
    }
  }

  private static void end(HttpServerRequest request, int status, String text) {
    if (!request.response().closed()) {
      request.response().setStatusCode(status).end(text);
    }
  }
}
