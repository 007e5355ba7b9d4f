package dev.belfry.benchmark;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;

/**
 * Something to probe that costs as little as possible: answers 200 to everything, 500 to paths that
 * begin with {@code /fail}. Arguments: port, threads.
 */
public final class TargetServer {
  private TargetServer() {}

  public static void main(String[] arguments) {
    int port = Integer.parseInt(arguments[0]);
    int threads = Integer.parseInt(arguments[1]);
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(threads));
    vertx
        .deployVerticle(() -> new Loop(port), new DeploymentOptions().setInstances(threads))
        .await();
    System.out.println("target on " + port);
  }

  private static final class Loop extends AbstractVerticle {
    private final int port;

    Loop(int port) {
      this.port = port;
    }

    @Override
    public void start() {
      vertx
          .createHttpServer(new HttpServerOptions().setAcceptBacklog(4_096))
          .requestHandler(
              request ->
                  request
                      .response()
                      .setStatusCode(request.path().startsWith("/fail") ? 500 : 200)
                      .end("ok"))
          .listen(SocketAddress.inetSocketAddress(port, "127.0.0.1"));
    }
  }
}
