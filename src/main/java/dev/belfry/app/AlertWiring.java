package dev.belfry.app;

import dev.belfry.account.team.TeamOperations;
import dev.belfry.alerting.alert.AlertOperations;
import dev.belfry.alerting.alert.AlertService;
import dev.belfry.alerting.delivery.NotificationOperations;
import dev.belfry.alerting.grouping.AlertGroupOperations;
import dev.belfry.alerting.oncall.OnCallOperations;
import dev.belfry.alerting.phone.PhoneCodes;
import dev.belfry.alerting.phone.PhoneOperations;
import dev.belfry.alerting.preview.PreviewOperations;
import dev.belfry.alerting.preview.PreviewPlaces;
import dev.belfry.alerting.push.DeviceOperations;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.engine.objective.ObjectiveOperations;
import dev.belfry.monitoring.channel.ChannelAvailability;
import dev.belfry.monitoring.channel.ChannelHooks;
import dev.belfry.monitoring.channel.ChannelOperations;
import dev.belfry.monitoring.channel.ChannelSecrets;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.PublicAddress;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.platform.trace.Tracer;
import dev.belfry.statuspages.incident.CheckIncidents;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.time.InstantSource;

/** Builds what raises alerts, and the operations on all that alerts go through. */
final class AlertWiring {
  private AlertWiring() {}

  /**
   * Adds the operations to the registry.
   *
   * @param ids makes the ids of actions and overrides
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
    ChannelAvailability channels = ChannelAvailability.of(config);
    Sealer sealer = backend.sealer();
    ChannelHooks hooks = ChannelHooks.of(config, backend.secrets());
    new ChannelOperations(database, sealer, channels, hooks, clock).register(registry);
    new NotificationOperations(database, channels, ids).register(registry);
    new AlertOperations(database, ids, config, backend.secrets(), new ChannelSecrets(sealer), clock)
        .register(registry);
    new DeviceOperations(database, sealer, ids, clock).register(registry);
    new PhoneOperations(database, new PhoneCodes(backend.secrets()), config, ids, clock)
        .register(registry);
    new AlertGroupOperations(database).register(registry);
    new PreviewOperations(vertx, database, previews, config.results().retention(), clock)
        .register(registry);
    new ObjectiveOperations(vertx, database, clock).register(registry);
    new OnCallOperations(database, sealer, ids, clock).register(registry);
    new TeamOperations(database, ids, clock).register(registry);
  }

  /** Advances the alert states of checks; all parts of the process share it. */
  static AlertService service(Config config, Ids ids, MeterRegistry metrics, Tracer tracer) {
    return new AlertService(
        ids, PublicAddress.of(config), new CheckIncidents(ids), metrics, tracer);
  }
}
