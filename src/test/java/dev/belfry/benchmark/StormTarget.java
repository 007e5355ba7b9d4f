package dev.belfry.benchmark;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * All targets of a storm, and the receiver of the alerts about it. {@code POST /fail} makes every
 * target fail at one moment, {@code POST /recover} ends that. Each message is printed with the
 * seconds since the last of the two. Arguments: port, seconds to live.
 */
public final class StormTarget {
  private boolean failing;
  private long since = System.nanoTime();

  private StormTarget() {}

  public static void main(String[] arguments) throws InterruptedException {
    int port = Integer.parseInt(arguments[0]);
    StormTarget storm = new StormTarget();
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    HttpServer server = vertx.createHttpServer(new HttpServerOptions().setAcceptBacklog(4_096));
    server.requestHandler(storm::answer).listen(port, "127.0.0.1").await();
    System.out.println("storm on " + port);
    if (!new CountDownLatch(1).await(Long.parseLong(arguments[1]), TimeUnit.SECONDS)) {
      vertx.close().await();
    }
  }

  private void answer(HttpServerRequest request) {
    switch (request.path()) {
      case "/fail" -> turn(request, true);
      case "/recover" -> turn(request, false);
      case "/hook" -> {
        request.body().onSuccess(body -> print("message", body.toString().strip()));
        request.response().end();
      }
      default -> request.response().setStatusCode(failing ? 500 : 200).end();
    }
  }

  private void turn(HttpServerRequest request, boolean now) {
    failing = now;
    since = System.nanoTime();
    print(now ? "fail" : "recover", "");
    request.response().end();
  }

  private void print(String what, String text) {
    double seconds = (System.nanoTime() - since) / 1e9;
    System.out.println(String.format(Locale.ROOT, "%s %.2f %s", what, seconds, text).strip());
  }
}
