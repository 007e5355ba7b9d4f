package dev.belfry.http;

import dev.belfry.error.ApiError;
import dev.belfry.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
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
  private final IdentityHashMap<HttpConnection, Watch> watches = new IdentityHashMap<>();

  /** How long a client has to read the last answer on a connection and to hang up itself. */
  private static final long LINGER_NANOS = 5_000_000_000L;

  private static final class Watch {
    private long quietSince = System.nanoTime();
    private @Nullable Exchange receiving;
    private @Nullable Future<Void> last;
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

  /**
   * The answer that is about to be written is the last one on its connection: it says so, and a
   * client may ask again elsewhere what it gets no answer to (RFC 9112, section 9.6).
   *
   * @param written when the answer is on its way
   */
  void last(HttpConnection connection, Future<Void> written) {
    Watch watch = watches.get(connection);
    if (watch != null) {
      watch.last = written;
      watch.quietSince = System.nanoTime();
    }
  }

  /** Whether a request may be served; one that comes after the last answer ends its connection. */
  boolean admits(HttpConnection connection) {
    Watch watch = watches.get(connection);
    if (watch == null || watch.last == null) {
      return true;
    }
    watch.last.onComplete(written -> connection.close());
    return false;
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
              } else if (watch.receiving == null
                  && quiet > (watch.last == null ? idleNanos : LINGER_NANOS)) {
                entry.getKey().close();
              }
            });
  }

  /** Connections open on this event loop. */
  int size() {
    return watches.size();
  }
}
