package dev.belfry.engine.run;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Something on loopback to watch, which remembers who asked for what: it answers 500 to paths that
 * begin with {@code /broken}, to those with {@code /recovering} the first time, to those that were
 * broken on the way, and 200 otherwise.
 */
final class ProbedServer implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final Set<String> brokenDown = ConcurrentHashMap.newKeySet();
  private final HttpServer server =
      vertx.createHttpServer().requestHandler(this::answer).listen(0, "127.0.0.1").await();

  private void answer(HttpServerRequest request) {
    String path = request.path();
    boolean broken =
        path.startsWith("/broken")
            || brokenDown.contains(path)
            || (path.startsWith("/recovering") && !requests.contains(path));
    requests.add(path);
    request.response().setStatusCode(broken ? 500 : 200).end("ok");
  }

  /** From now on it answers 500 to the path. */
  void breakDown(String path) {
    brokenDown.add(path);
  }

  /** From now on it answers 200 to the path. */
  void repair(String path) {
    brokenDown.remove(path);
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.actualPort() + path;
  }

  /** Requests so far for a path. */
  long requests(String path) {
    return requests.stream().filter(path::equals).count();
  }

  /** Requests so far. */
  long requests() {
    return requests.size();
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
