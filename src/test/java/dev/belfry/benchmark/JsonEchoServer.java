package dev.belfry.benchmark;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.ConfigLoader;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The yardstick for the chain: nothing but Vert.x, which parses each body as JSON and answers it.
 * Takes the same settings as the service; prints {@code Ready on port N}.
 */
public final class JsonEchoServer {
  private JsonEchoServer() {}

  /** Serves until the process is ended. */
  public static void main(String[] arguments) {
    Config.Http http = ConfigLoader.load(System.getenv(), Path.of("")).http();
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(http.eventLoops()));
    AtomicInteger port = new AtomicInteger(http.port());
    vertx
        .deployVerticle(
            () -> new Loop(http, port), new DeploymentOptions().setInstances(http.eventLoops()))
        .await();
    System.out.println("Ready on port " + port.get());
  }

  private static final class Loop extends VerticleBase {
    private final Config.Http http;
    private final AtomicInteger port;

    Loop(Config.Http http, AtomicInteger port) {
      this.http = http;
      this.port = port;
    }

    @Override
    public Future<?> start() {
      return vertx
          .createHttpServer()
          .requestHandler(Loop::echo)
          .listen(http.port(), http.host())
          .map(HttpServer::actualPort)
          .onSuccess(port::set);
    }

    private static void echo(HttpServerRequest request) {
      request
          .body()
          .onSuccess(
              body ->
                  request
                      .response()
                      .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                      .end(body.toJsonObject().toBuffer()));
    }
  }
}
