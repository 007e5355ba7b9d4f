package dev.belfry.benchmark;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerOptions;

/**
 * A site to be probed: {@code SlowTarget PORT MILLIS} answers each request with 200 and a small
 * page after so many milliseconds, 0 for at once.
 */
public final class SlowTarget {
  private static final String PAGE = "<html><body>" + "All is well. ".repeat(40) + "</body></html>";

  private SlowTarget() {}

  /** Serves until the process is ended. */
  public static void main(String[] arguments) {
    int port = Integer.parseInt(arguments[0]);
    int millis = Integer.parseInt(arguments[1]);
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    vertx
        .createHttpServer(new HttpServerOptions().setAcceptBacklog(4096))
        .requestHandler(
            request -> {
              if (millis == 0) {
                request.response().end(PAGE);
              } else {
                vertx.setTimer(millis, timer -> request.response().end(PAGE));
              }
            })
        .listen(port, "127.0.0.1")
        .await();
    System.out.println("Ready");
  }
}
