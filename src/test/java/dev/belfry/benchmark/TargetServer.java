package dev.belfry.benchmark;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.SocketAddress;

/**
 * Something to probe that costs as little as possible: answers 200 to everything, 500 to paths that
 * begin with {@code /fail}, JSON to those that begin with {@code /json}. Arguments: port, threads,
 * and for HTTPS the PEM files of key and certificate.
 */
public final class TargetServer {
  private static final String JSON =
      "{\"status\":\"up\",\"items\":[{\"id\":1,\"name\":\"one\"},{\"id\":2,\"name\":\"two\"}]}";

  private TargetServer() {}

  public static void main(String[] arguments) {
    int port = Integer.parseInt(arguments[0]);
    int threads = Integer.parseInt(arguments[1]);
    HttpServerOptions options = new HttpServerOptions().setAcceptBacklog(4_096);
    if (arguments.length == 4) {
      options
          .setSsl(true)
          .setKeyCertOptions(
              new PemKeyCertOptions().addKeyPath(arguments[2]).addCertPath(arguments[3]));
    }
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(threads));
    vertx
        .deployVerticle(
            () -> new Loop(port, options), new DeploymentOptions().setInstances(threads))
        .await();
    System.out.println("target on " + port);
  }

  private static final class Loop extends AbstractVerticle {
    private final int port;
    private final HttpServerOptions options;

    Loop(int port, HttpServerOptions options) {
      this.port = port;
      this.options = options;
    }

    @Override
    public void start() {
      vertx
          .createHttpServer(options)
          .requestHandler(
              request ->
                  request
                      .response()
                      .setStatusCode(request.path().startsWith("/fail") ? 500 : 200)
                      .end(request.path().startsWith("/json") ? JSON : "ok"))
          .listen(SocketAddress.inetSocketAddress(port, "127.0.0.1"));
    }
  }
}
