package dev.belfry.testing;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP proxy of this machine that opens tunnels for one user, and tells where to. */
public final class ConnectProxy implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));

  /** Kept, because a client that is not referenced any more closes its connections. */
  private final NetClient client = vertx.createNetClient();

  private final HttpServer server;
  private final String wanted;
  private final List<String> tunnels = new CopyOnWriteArrayList<>();

  /**
   * @param user with the password, as {@code user:password}
   */
  public ConnectProxy(String user) {
    wanted = "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
    server =
        vertx.createHttpServer().requestHandler(this::onRequest).listen(0, "127.0.0.1").await();
  }

  private void onRequest(HttpServerRequest request) {
    if (!request.method().equals(HttpMethod.CONNECT)
        || !wanted.equals(request.getHeader("Proxy-Authorization"))) {
      request.response().setStatusCode(407).end();
      return;
    }
    request.pause();
    client
        .connect(request.authority().port(), request.authority().host())
        .onFailure(unreachable -> request.response().setStatusCode(502).end())
        .onSuccess(
            there -> {
              tunnels.add(request.authority().toString());
              there.pause();
              request
                  .toNetSocket()
                  .onSuccess(here -> join(here, there))
                  .onFailure(gone -> there.close());
            });
  }

  private static void join(NetSocket here, NetSocket there) {
    var unused = here.pipeTo(there);
    unused = there.pipeTo(here);
  }

  /** Its port at 127.0.0.1. */
  public int port() {
    return server.actualPort();
  }

  /** The tunnels that it has opened, each as {@code host:port}. */
  public List<String> tunnels() {
    return List.copyOf(tunnels);
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
