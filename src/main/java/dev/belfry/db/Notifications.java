package dev.belfry.db;

import dev.belfry.config.DatabaseAddress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.pubsub.PgSubscriber;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Hears what transactions say with {@code NOTIFY}, on a connection of its own that is opened again
 * whenever it is lost. Confined to the event loop that made it.
 */
public final class Notifications {
  private static final long PAUSE_MILLIS = 250;

  private final PgSubscriber subscriber;

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
    return subscriber.connect().recover(failure -> Future.succeededFuture());
  }

  /** Stops listening. */
  public Future<Void> close() {
    return subscriber.close();
  }
}
