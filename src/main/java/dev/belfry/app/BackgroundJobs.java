package dev.belfry.app;

import dev.belfry.account.audit.AuditRetention;
import dev.belfry.account.people.SessionRetention;
import dev.belfry.account.restore.DeletedRetention;
import dev.belfry.alerting.alert.AlertJobs;
import dev.belfry.alerting.alert.AlertService;
import dev.belfry.alerting.oncall.OnCallJob;
import dev.belfry.alerting.phone.PhoneRetention;
import dev.belfry.engine.heartbeat.HeartbeatJob;
import dev.belfry.engine.objective.ObjectiveJob;
import dev.belfry.engine.objective.ObjectiveReportJob;
import dev.belfry.engine.objective.ObjectiveReportRetention;
import dev.belfry.engine.overview.ChangeProcessor;
import dev.belfry.engine.overview.OverviewFigures;
import dev.belfry.engine.result.Housekeeping;
import dev.belfry.engine.testsession.TestSessionJob;
import dev.belfry.engine.testsession.TestSessionRetention;
import dev.belfry.monitoring.maintenance.MaintenanceScheduler;
import dev.belfry.platform.cluster.IdleShards;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Ids;
import dev.belfry.statuspages.domain.DomainVerifier;
import dev.belfry.statuspages.publicsite.SiteCache;
import dev.belfry.statuspages.subscription.SmsCodeRetention;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.List;

/**
 * Starts and stops the jobs of an instance beside requests and runs: housekeeping, maintenance,
 * alerts by the clock, objectives, calendars, overview changes, status pages and their domains.
 */
final class BackgroundJobs {
  private final Housekeeping housekeeping;
  private final AlertJobs alerts;
  private final HeartbeatJob heartbeats;
  private final MaintenanceScheduler maintenance;
  private final ObjectiveJob objectives;
  private final ObjectiveReportJob reports;
  private final OnCallJob calendars;
  private final ChangeProcessor changes;
  private final SiteCache sites;
  private final DomainVerifier domains;
  private final TestSessionJob tests;

  BackgroundJobs(
      Vertx vertx,
      DatabaseBootstrap backend,
      Config config,
      AlertService alerting,
      Ids ids,
      SiteCache sites,
      BackgroundVerticles workers,
      InstantSource clock) {
    DatabaseAddress address = backend.address();
    tests =
        new TestSessionJob(
            vertx, address, config, workers.tests(), workers.arrivals(), backend.sealer(), clock);
    housekeeping =
        new Housekeeping(
            vertx,
            address,
            config,
            clock,
            List.of(
                new AuditRetention(config.audit().retention()),
                new DeletedRetention(),
                new IdleShards(),
                new ObjectiveReportRetention(),
                new OverviewFigures(),
                new PhoneRetention(),
                new SessionRetention(),
                new SmsCodeRetention(),
                new TestSessionRetention()));
    alerts = new AlertJobs(vertx, address, config, alerting, ids);
    heartbeats = new HeartbeatJob(vertx, address, config, alerting);
    maintenance = new MaintenanceScheduler(vertx, address, config, clock);
    objectives = new ObjectiveJob(vertx, address, config, clock);
    reports = new ObjectiveReportJob(vertx, address, config, clock);
    calendars =
        new OnCallJob(
            vertx,
            address,
            config,
            backend.sealer(),
            ProcessName.userAgent("calendars", config),
            clock);
    changes = new ChangeProcessor(vertx, address, config);
    this.sites = sites;
    domains = new DomainVerifier(vertx, address, config, clock);
  }

  void start() {
    housekeeping.start();
    alerts.start();
    heartbeats.start();
    maintenance.start();
    objectives.start();
    reports.start();
    calendars.start();
    changes.start();
    sites.start();
    domains.start();
    tests.start();
  }

  /** Stops. */
  Future<Void> stop() {
    return housekeeping
        .stop()
        .eventually(alerts::stop)
        .eventually(heartbeats::stop)
        .eventually(maintenance::stop)
        .eventually(objectives::stop)
        .eventually(reports::stop)
        .eventually(calendars::stop)
        .eventually(changes::stop)
        .eventually(sites::stop)
        .eventually(domains::stop)
        .eventually(tests::stop);
  }
}
