package dev.belfry.app;

import dev.belfry.alerting.alert.AlertService;
import dev.belfry.engine.agent.service.AgentEndpoint;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Notifications;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;

/** Builds what serves agents, for one event loop of the API. */
final class AgentWiring {
  private static final Duration BEAT_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(20);
  private static final int CONNECTIONS = 4;

  private AgentWiring() {}

  static AgentEndpoint open(
      Vertx vertx,
      DatabaseBootstrap backend,
      Config config,
      RateLimits limits,
      AlertService alerts,
      InstantSource clock,
      BooleanSupplier stopping) {
    return new AgentEndpoint(
        vertx,
        new AgentEndpoint.Means(
            database(vertx, backend, config, BEAT_TIMEOUT, 1),
            database(vertx, backend, config, STATEMENT_TIMEOUT, CONNECTIONS),
            (channels, gap) ->
                new Notifications(vertx, backend.address(), BEAT_TIMEOUT, channels, gap),
            alerts,
            backend.sealer(),
            clock),
        ProcessName.version(),
        limits.agents(),
        stopping);
  }

  private static Database database(
      Vertx vertx, DatabaseBootstrap backend, Config config, Duration timeout, int connections) {
    return new Database(
        vertx, backend.address(), config.database().with(connections, timeout), connections);
  }
}
