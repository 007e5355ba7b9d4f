package dev.belfry.chaos;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.atomic.AtomicLong;

/** What is probed: well, slow, broken or broken every other time, as the path says. */
public final class ChaosTarget implements AutoCloseable {
  static final String WELL = "/well";
  static final String SLOW = "/slow";
  static final String BROKEN = "/broken/always";
  static final String FICKLE = "/broken/sometimes";
  private static final long SLOW_MILLIS = 400;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final AtomicLong requests = new AtomicLong();
  private final HttpServer server;
  private volatile boolean healed;

  public ChaosTarget() {
    server =
        vertx
            .createHttpServer(new HttpServerOptions().setAcceptBacklog(4_096))
            .requestHandler(this::answer)
            .listen(0, "127.0.0.1")
            .await();
  }

  private void answer(HttpServerRequest request) {
    long count = requests.incrementAndGet();
    boolean broken =
        !healed
            && (request.path().startsWith(BROKEN)
                || (request.path().startsWith(FICKLE) && count % 2 == 0));
    request.response().setStatusCode(broken ? 500 : 200);
    if (request.path().startsWith(SLOW)) {
      vertx.setTimer(SLOW_MILLIS, due -> request.response().end("late"));
    } else {
      request.response().end("ok");
    }
  }

  /** From now on everything is well. */
  public void heal() {
    healed = true;
  }

  /** Requests so far. */
  public long requests() {
    return requests.get();
  }

  public String url(String path) {
    return "http://127.0.0.1:" + server.actualPort() + path;
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
