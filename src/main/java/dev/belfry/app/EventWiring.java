package dev.belfry.app;

import dev.belfry.account.event.EventHub;
import dev.belfry.account.event.SubscriberCounts;
import dev.belfry.api.auth.Caller;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Notifications;
import io.vertx.core.Vertx;
import java.util.function.Predicate;

/** Builds what tells clients of events, for one event loop of the API. */
final class EventWiring {
  private EventWiring() {}

  /**
   * A hub that listens to the database while a client follows.
   *
   * @param isServed whether a client may go on following
   */
  static EventHub hub(
      Vertx vertx,
      DatabaseAddress address,
      Config config,
      SubscriberCounts subscribers,
      Predicate<Caller> isServed) {
    return new EventHub(
        vertx,
        (channels, gap) ->
            new Notifications(vertx, address, config.database().timeout(), channels, gap),
        subscribers,
        isServed);
  }
}
