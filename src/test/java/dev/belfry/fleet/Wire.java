package dev.belfry.fleet;

import dev.belfry.fleet.Balancer.Address;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A wire to a server that can be cut: from then on nothing arrives at either end and nobody is
 * told, as when packets are dropped. When it is mended, what was on its way arrives late. Its state
 * is confined to one event loop.
 */
final class Wire implements AutoCloseable {
  private final Vertx vertx;
  private final Address end;
  private final NetClient client;
  private final NetServer server;
  private final Set<NetSocket> sockets = new LinkedHashSet<>();
  private final List<Runnable> waiting = new ArrayList<>();
  private boolean cut;

  /**
   * @param host address of this machine to listen on
   * @param end where the wire leads to
   */
  Wire(Vertx vertx, String host, Address end) {
    this.vertx = vertx;
    this.end = end;
    client = vertx.createNetClient();
    server = vertx.createNetServer().connectHandler(this::accept).listen(0, host).await();
  }

  int port() {
    return server.actualPort();
  }

  private void accept(NetSocket near) {
    near.pause();
    Runnable connect =
        () ->
            client
                .connect(end.port(), end.host())
                .onSuccess(far -> join(near, far))
                .onFailure(away -> near.close());
    if (cut) {
      waiting.add(connect);
    } else {
      connect.run();
    }
  }

  private void join(NetSocket near, NetSocket far) {
    forward(near, far);
    forward(far, near);
    if (cut) {
      far.pause();
    } else {
      near.resume();
    }
  }

  private void forward(NetSocket from, NetSocket to) {
    sockets.add(from);
    from.handler(to::write);
    from.exceptionHandler(failure -> to.close());
    from.closeHandler(
        closed -> {
          sockets.remove(from);
          to.close();
        });
  }

  /** Nothing gets through any more. */
  void cut() {
    vertx.runOnContext(
        now -> {
          cut = true;
          sockets.forEach(NetSocket::pause);
        });
  }

  /** Everything gets through again. */
  void mend() {
    vertx.runOnContext(
        now -> {
          cut = false;
          sockets.forEach(NetSocket::resume);
          waiting.forEach(Runnable::run);
          waiting.clear();
        });
  }

  @Override
  public void close() {
    server.close().await();
    client.close().await();
  }
}
