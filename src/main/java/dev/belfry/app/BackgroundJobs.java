package dev.belfry.app;

import dev.belfry.account.audit.AuditRetention;
import dev.belfry.alerting.alert.AlertJobs;
import dev.belfry.alerting.alert.Alerting;
import dev.belfry.engine.overview.ChangeKeeper;
import dev.belfry.engine.result.Housekeeping;
import dev.belfry.monitoring.maintenance.MaintenanceKeeper;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Ids;
import dev.belfry.statuspages.publicsite.SiteKeeper;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.List;

/** What every instance does beside answering requests and running checks. */
final class BackgroundJobs {
  private final Housekeeping housekeeping;
  private final AlertJobs alerts;
  private final MaintenanceKeeper maintenance;
  private final ChangeKeeper changes;
  private final SiteKeeper sites;

  BackgroundJobs(
      Vertx vertx,
      DatabaseAddress address,
      Config config,
      Alerting alerting,
      Ids ids,
      SiteKeeper sites,
      InstantSource clock) {
    housekeeping =
        new Housekeeping(
            vertx, address, config, clock, List.of(new AuditRetention(config.audit().retention())));
    alerts = new AlertJobs(vertx, address, config, alerting, ids);
    maintenance = new MaintenanceKeeper(vertx, address, config, clock);
    changes = new ChangeKeeper(vertx, address, config);
    this.sites = sites;
  }

  void start() {
    housekeeping.start();
    alerts.start();
    maintenance.start();
    changes.start();
    sites.start();
  }

  /** Stops. */
  Future<Void> stop() {
    return housekeeping
        .stop()
        .eventually(alerts::stop)
        .eventually(maintenance::stop)
        .eventually(changes::stop)
        .eventually(sites::stop);
  }
}
