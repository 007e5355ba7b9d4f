package dev.belfry.app;

import dev.belfry.alerting.alert.AlertOperations;
import dev.belfry.alerting.preview.PreviewOperations;
import dev.belfry.alerting.preview.PreviewPlaces;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Vertx;
import java.time.InstantSource;

/** Builds the operations on alerts of one event loop. */
final class AlertWiring {
  private AlertWiring() {}

  /**
   * Adds the operations to the registry.
   *
   * @param ids makes the ids of actions
   * @param previews shared by all event loops
   */
  static void open(
      OperationRegistry registry,
      Vertx vertx,
      Database database,
      DatabaseBootstrap backend,
      Ids ids,
      PreviewPlaces previews,
      Config config,
      InstantSource clock) {
    new AlertOperations(database, ids, config, backend.secrets(), clock).register(registry);
    new PreviewOperations(vertx, database, previews, config.results().retention(), clock)
        .register(registry);
  }
}
