package dev.belfry.platform.db;

import dev.belfry.platform.config.DatabaseAddress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgNotification;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Listens for {@code NOTIFY} on a connection of its own, and reopens the connection when it is
 * lost. Calls its listeners on the event loop that started it.
 */
public final class Notifications {
  private static final long PAUSE_MILLIS = 250;
  private static final long PING_MILLIS = 1_000;

  private final Vertx vertx;
  private final PgConnectOptions options;
  private final Duration timeout;
  private final Map<String, Consumer<String>> channels;
  private final Runnable gap;
  private volatile @Nullable PgConnection connection;
  private volatile boolean closed;
  private volatile long pings;

  /**
   * @param channels what to do with a payload, by the name of its channel, at least one
   * @param gap told whenever listening begins: what was said before was not heard
   */
  public Notifications(
      Vertx vertx,
      DatabaseAddress address,
      Duration timeout,
      Map<String, Consumer<String>> channels,
      Runnable gap) {
    this.vertx = vertx;
    this.options = ConnectOptions.of(address, timeout);
    this.timeout = timeout;
    this.channels = Map.copyOf(channels);
    this.gap = gap;
  }

  /**
   * Begins to listen, now or as soon as the database is there; completes after the first attempt.
   */
  public Future<Void> start() {
    pings = vertx.setPeriodic(PING_MILLIS, due -> ping());
    return connect();
  }

  private Future<Void> connect() {
    return ConnectionOpener.open(vertx, options, timeout)
        .compose(this::listen)
        .otherwise(this::later);
  }

  private Future<Void> listen(PgConnection opened) {
    // The close handler says all there is to say; without this the library prints a stack trace.
    opened.exceptionHandler(failure -> {});
    opened.notificationHandler(this::hear);
    opened.closeHandler(lost -> lose(opened));
    return opened
        .query(
            channels.keySet().stream()
                .map(channel -> "LISTEN " + channel)
                .collect(Collectors.joining("; ")))
        .execute()
        .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .onFailure(failure -> opened.close())
        .map(
            listening -> {
              connection = opened;
              if (closed) {
                opened.close();
              } else {
                gap.run();
              }
              return null;
            });
  }

  private void hear(PgNotification notification) {
    Consumer<String> consumer = channels.get(notification.getChannel());
    if (consumer != null) {
      consumer.accept(notification.getPayload());
    }
  }

  /** A connection that never listened is retried by the code that opened it. */
  private void lose(PgConnection lost) {
    if (connection == lost) {
      connection = null;
      later(null);
    }
  }

  private @Nullable Void later(@Nullable Throwable failure) {
    if (!closed) {
      vertx.setTimer(PAUSE_MILLIS, due -> connect());
    }
    return null;
  }

  /** A connection whose other end has gone without a word is silent, like one with no news. */
  private void ping() {
    PgConnection present = connection;
    if (present != null) {
      present
          .query("SELECT 1")
          .execute()
          .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
          .onFailure(
              failure -> {
                present.close();
                lose(present);
              });
    }
  }

  /** Stops listening. */
  public Future<Void> close() {
    closed = true;
    vertx.cancelTimer(pings);
    PgConnection present = connection;
    return present == null ? Future.succeededFuture() : present.close();
  }
}
