package dev.belfry.api.http;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps slow and idle clients from holding connections: a request must arrive whole within a bound
 * however slowly its bytes trickle, and a connection without a request is closed. Over HTTP/2
 * several requests arrive on a connection at once. Confined to one event loop; {@link #sweep} is
 * called every second.
 */
final class ConnectionGuard {
  private final int mostConnections;
  private final long idleNanos;
  private final long receiveNanos;
  private final IdentityHashMap<HttpConnection, Watch> watches = new IdentityHashMap<>();

  /** How long a client has to read the last answer on a connection and to hang up itself. */
  private static final long LINGER_NANOS = 2_000_000_000L;

  private static final class Watch {
    private long quietSince = System.nanoTime();
    private final List<Exchange> receiving = new ArrayList<>(1);
    private int streams;
    private boolean sentAway;
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
      watch.receiving.add(exchange);
    }
  }

  /** A request has arrived whole, or its body is not wanted. */
  void received(HttpConnection connection, Exchange exchange) {
    Watch watch = watches.get(connection);
    if (watch != null) {
      watch.receiving.remove(exchange);
      watch.quietSince = System.nanoTime();
    }
  }

  /**
   * An answer goes on for as long as it likes, so its connection is not idle.
   *
   * @param over when its end has been written, or it was given up
   */
  void streaming(HttpConnection connection, Future<Void> over) {
    Watch watch = watches.get(connection);
    if (watch != null) {
      watch.streams++;
      over.onComplete(
          all -> {
            watch.streams--;
            watch.quietSince = System.nanoTime();
          });
    }
  }

  /** Asks the client of an HTTP/2 connection to send its next requests on another one. */
  void sendAway(HttpConnection connection) {
    Watch watch = watches.get(connection);
    if (watch != null && !watch.sentAway) {
      watch.sentAway = true;
      // What is on its way is still answered (RFC 9113, 6.8).
      connection.goAway(0, Integer.MAX_VALUE);
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
              if (watch.receiving.isEmpty()
                  && watch.streams == 0
                  && quiet > (watch.last == null ? idleNanos : LINGER_NANOS)) {
                entry.getKey().close();
              }
              List.copyOf(watch.receiving).stream()
                  .filter(exchange -> exchange.age() > receiveNanos)
                  .forEach(
                      late -> {
                        watch.receiving.remove(late);
                        late.fail(new ApiException(ApiError.REQUEST_TIMEOUT));
                      });
            });
  }
}
