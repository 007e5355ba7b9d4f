package dev.belfry.api.http;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps slow and idle clients from holding connections. A request must arrive whole within a bound,
 * and a connection on which no request is received or answered is closed after another. Over HTTP/2
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

  /** What is known of one connection. */
  static final class Watch {
    private long quietSince = System.nanoTime();
    private int open;
    private final List<Exchange> receiving = new ArrayList<>(1);
    private boolean sentAway;
    private boolean malformed;
    private @Nullable Future<Void> last;

    private Watch() {}

    /** A request has begun; each call is balanced by one of {@link #end}. */
    void begin() {
      open++;
    }

    /** The answer to a request is handed over, or the request needs none. */
    void end() {
      open--;
      quietSince = System.nanoTime();
    }

    /** The body of a request is awaited; ends with {@link #received} or with a 408. */
    void receiving(Exchange exchange) {
      receiving.add(exchange);
    }

    /** The body of a request is there or not wanted; may be called more than once. */
    void received(Exchange exchange) {
      receiving.remove(exchange);
    }

    /**
     * Marks the answer that is about to be written as the last one on its connection. It says so,
     * and a client may repeat elsewhere the requests it gets no answer to (RFC 9112, section 9.6).
     *
     * @param written when the answer is on its way
     */
    void last(Future<Void> written) {
      last = written;
    }

    /** Whether the connection cannot be read on, so that the next answer is the last one. */
    boolean isMalformed() {
      return malformed;
    }

    private boolean isIdle(long now, long idleNanos) {
      boolean over = last != null || malformed;
      return open == 0 && now - quietSince > (over ? LINGER_NANOS : idleNanos);
    }
  }

  ConnectionGuard(int mostConnections, Duration idle, Duration receive) {
    this.mostConnections = mostConnections;
    this.idleNanos = idle.toNanos();
    this.receiveNanos = receive.toNanos();
  }

  /** Watches a new connection, or closes it when there are too many. */
  void onOpened(HttpConnection connection) {
    if (watches.size() >= mostConnections) {
      connection.close();
      return;
    }
    watches.put(connection, new Watch());
    connection.closeHandler(closed -> watches.remove(connection));
  }

  /** What is known of a connection; of one that is closed already, a watch that has no effect. */
  Watch watch(HttpConnection connection) {
    Watch watch = watches.get(connection);
    return watch == null ? new Watch() : watch;
  }

  /**
   * The body of the newest request of a connection cannot be read on, and so neither what follows
   * it. A request that awaits its body is answered with a 400.
   */
  void onMalformedBody(HttpConnection connection) {
    Watch watch = watch(connection);
    watch.malformed = true;
    if (watch.open == 0) {
      connection.close();
    }
    List.copyOf(watch.receiving).forEach(each -> each.fail(malformedBody()));
  }

  /** The refusal of a request whose body cannot be read. */
  static ApiException malformedBody() {
    return ApiException.invalid(
        List.of(new Violation("", "The chunks of the body are not well-formed")));
  }

  /** Asks the client of an HTTP/2 connection to send its next requests on another one. */
  void sendAway(HttpConnection connection) {
    Watch watch = watch(connection);
    if (!watch.sentAway) {
      watch.sentAway = true;
      // What is on its way is still answered (RFC 9113, 6.8).
      connection.goAway(0, Integer.MAX_VALUE);
    }
  }

  /** Whether a request may be served; one that comes after the last answer ends its connection. */
  boolean admits(HttpServerRequest request) {
    Watch watch = watches.get(request.connection());
    if (watch == null || watch.last == null) {
      return true;
    }
    watch.last.onComplete(written -> request.connection().close());
    return false;
  }

  /** Closes idle connections and answers requests that are too slow with a 408. */
  void sweep() {
    long now = System.nanoTime();
    new ArrayList<>(watches.entrySet())
        .forEach(
            entry -> {
              Watch watch = entry.getValue();
              if (watch.isIdle(now, idleNanos)) {
                entry.getKey().close();
              }
              List.copyOf(watch.receiving).stream()
                  .filter(exchange -> exchange.age() > receiveNanos)
                  .forEach(late -> late.fail(new ApiException(ApiError.REQUEST_TIMEOUT)));
            });
  }
}
