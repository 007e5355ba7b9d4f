package dev.belfry;

import dev.belfry.alert.AlertJobs;
import dev.belfry.alert.Alerting;
import dev.belfry.audit.AuditRetention;
import dev.belfry.config.Config;
import dev.belfry.config.DatabaseAddress;
import dev.belfry.db.Ids;
import dev.belfry.maintenance.MaintenanceKeeper;
import dev.belfry.overview.ChangeKeeper;
import dev.belfry.result.Housekeeping;
import dev.belfry.site.SiteKeeper;
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
