package dev.belfry.http;

import dev.belfry.error.ApiError;
import dev.belfry.error.ApiException;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps slow and idle clients from holding connections: a request must arrive whole within a bound
 * however slowly its bytes trickle, and a connection without a request is closed. Confined to one
 * event loop; {@link #sweep} is called every second.
 */
final class ConnectionGuard {
  private final int mostConnections;
  private final long idleNanos;
  private final long receiveNanos;
  private final Map<HttpConnection, Watch> watches = new IdentityHashMap<>();

  private static final class Watch {
    private long quietSince = System.nanoTime();
    private @Nullable Exchange receiving;
  }

  ConnectionGuard(int mostConnections, Duration idle, Duration receive) {
    this.mostConnections = mostConnections;
    this.idleNanos = idle.toNanos();
    this.receiveNanos = receive.toNanos();
  }

  void opened(HttpConnection connection) {
    if (watches.size() >= mostConnections) {
      connection.close();
      return;
    }
    watches.put(connection, new Watch());
    connection.closeHandler(closed -> watches.remove(connection));
  }

  /** A request's head has arrived and its body is awaited. */
  void receiving(HttpConnection connection, Exchange exchange) {
    Watch watch = watches.get(connection);
    if (watch != null) {
      watch.receiving = exchange;
      watch.quietSince = System.nanoTime();
    }
  }

  /** A request has arrived whole. */
  void received(HttpConnection connection) {
    Watch watch = watches.get(connection);
    if (watch != null) {
      watch.receiving = null;
      watch.quietSince = System.nanoTime();
    }
  }

  void sweep() {
    long now = System.nanoTime();
    new ArrayList<>(watches.entrySet())
        .forEach(
            entry -> {
              Watch watch = entry.getValue();
              long quiet = now - watch.quietSince;
              if (watch.receiving != null && quiet > receiveNanos) {
                watch.receiving.fail(new ApiException(ApiError.REQUEST_TIMEOUT));
                watch.receiving = null;
              } else if (watch.receiving == null && quiet > idleNanos) {
                entry.getKey().close();
              }
            });
  }

  /** Connections open on this event loop. */
  int size() {
    return watches.size();
  }
}
