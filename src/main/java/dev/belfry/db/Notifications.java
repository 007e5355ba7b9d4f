package dev.belfry.db;

import dev.belfry.config.DatabaseAddress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.pubsub.PgSubscriber;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Hears what transactions say with {@code NOTIFY}, on a connection of its own that is opened again
 * whenever it is lost. Confined to the event loop that made it.
 */
public final class Notifications {
  private static final long PAUSE_MILLIS = 250;
  private static final long PING_MILLIS = 1_000;

  private final Vertx vertx;
  private final Duration timeout;
  private final PgSubscriber subscriber;
  private long pings;

  /**
   * @param channels what to do with a payload, by the name of its channel
   * @param gap told whenever listening begins: what was said before was not heard
   */
  public Notifications(
      Vertx vertx,
      DatabaseAddress address,
      Duration timeout,
      Map<String, Consumer<String>> channels,
      Runnable gap) {
    this.vertx = vertx;
    this.timeout = timeout;
    subscriber =
        PgSubscriber.subscriber(vertx, ConnectOptions.of(address, timeout))
            .reconnectPolicy(retries -> PAUSE_MILLIS);
    channels.forEach(
        (name, hear) ->
            subscriber
                .channel(name)
                .subscribeHandler(listening -> gap.run())
                .exceptionHandler(failure -> {})
                .handler(hear::accept));
  }

  /** Begins to listen, now or as soon as the database is there. */
  public Future<Void> start() {
    pings = vertx.setPeriodic(PING_MILLIS, due -> ping());
    return subscriber.connect().recover(failure -> Future.succeededFuture());
  }

  /** A connection whose other end has gone without a word is silent, like one with no news. */
  private void ping() {
    PgConnection connection = subscriber.actualConnection();
    if (connection != null) {
      connection
          .query("SELECT 1")
          .execute()
          .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
          .onFailure(failure -> connection.close());
    }
  }

  /** Stops listening. */
  public Future<Void> close() {
    vertx.cancelTimer(pings);
    return subscriber.close();
  }
}
