package dev.belfry.platform.db;

import dev.belfry.platform.config.DatabaseAddress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgNotification;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Listens for {@code NOTIFY} on a connection of its own, and reopens the connection when it is
 * lost. Compares each second how much was sent with what it heard, so that what gets lost on the
 * way costs a second. Calls its listeners on the event loop that started it.
 */
public final class Notifications {
  private static final long PAUSE_MILLIS = 250;
  private static final long PING_MILLIS = 1_000;
  private static final String WATERMARK = "belfry_watermark";
  private static final String SENT = "SELECT sent FROM notification_watermark";

  private final Vertx vertx;
  private final ConnectOptions options;
  private final Duration timeout;
  private final Map<String, Consumer<String>> channels;
  private final Runnable gap;
  private volatile @Nullable PgConnection connection;
  private volatile boolean closed;
  private volatile long pings;
  private long heard;
  private long sent;

  /**
   * @param channels what to do with a payload, by the name of its channel, at least one
   * @param gap told whenever listening begins and when something was not heard
   */
  public Notifications(
      Vertx vertx,
      DatabaseAddress address,
      Duration timeout,
      Map<String, Consumer<String>> channels,
      Runnable gap) {
    this.vertx = vertx;
    this.options = ConnectOptions.of(address.session(), timeout);
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
    return ConnectionOpener.open(vertx, options, new Patience(timeout))
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
            Stream.concat(channels.keySet().stream(), Stream.of(WATERMARK))
                .map(channel -> "LISTEN " + channel)
                .collect(Collectors.joining("; ")))
        .execute()
        .compose(listening -> opened.query(SENT).execute())
        .onSuccess(
            rows -> {
              sent = Rows.number(rows);
              heard = sent;
            })
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
    if (notification.getChannel().equals(WATERMARK)) {
      heard = Math.max(heard, Long.parseLong(notification.getPayload()));
      return;
    }
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
          .query(SENT)
          .execute()
          .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
          .onSuccess(rows -> compare(Rows.number(rows)))
          .onFailure(
              failure -> {
                present.close();
                lose(present);
              });
    }
  }

  /** What was sent by the last time has had a second to arrive. */
  private void compare(long now) {
    if (heard < sent) {
      heard = sent;
      gap.run();
    }
    sent = now;
  }

  /** Stops listening. */
  public Future<Void> close() {
    closed = true;
    vertx.cancelTimer(pings);
    PgConnection present = connection;
    return present == null ? Future.succeededFuture() : present.close();
  }
}
