package dev.belfry.app;

import dev.belfry.api.resource.DeployableResource;
import dev.belfry.engine.objective.ObjectiveResource;
import dev.belfry.engine.session.RunNow;
import dev.belfry.monitoring.channel.ChannelAvailability;
import dev.belfry.monitoring.channel.ChannelResource;
import dev.belfry.monitoring.channel.SubscriptionResource;
import dev.belfry.monitoring.channel.Subscriptions;
import dev.belfry.monitoring.group.GroupLookup;
import dev.belfry.monitoring.group.GroupResource;
import dev.belfry.monitoring.location.LocationResource;
import dev.belfry.monitoring.location.PingCoverage;
import dev.belfry.monitoring.location.PrivateLocationLookup;
import dev.belfry.monitoring.maintenance.WindowResource;
import dev.belfry.monitoring.monitor.MonitorResource;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.projects.dashboard.DashboardResource;
import dev.belfry.projects.deploy.DeployListener;
import dev.belfry.statuspages.domain.DomainPolicy;
import dev.belfry.statuspages.page.PageResource;
import dev.belfry.statuspages.page.ServiceResource;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds what deploys need, for one event loop of the API or for a command. */
final class DeployWiring {
  /** A deploy of thousands of resources is a matter of seconds; this bounds one that hangs. */
  private static final Duration LONGEST = Duration.ofSeconds(60);

  /** With three, an account has two: a second deploy of a project is refused, and does not wait. */
  private static final int CONNECTIONS = 3;

  private static final Logger LOG = LoggerFactory.getLogger(DeployWiring.class);

  private DeployWiring() {}

  /** Runs deployed checks for the first time. */
  static DeployListener firstRuns(RunNow runNow) {
    return (account, checks) ->
        runNow
            .run(account, checks)
            .onFailure(
                reason ->
                    LOG.info("Deployed checks were not run at once: {}", reason.getMessage()));
  }

  /** A database for the transactions of deploys. Opens no connection before the first. */
  static Database database(Vertx vertx, DatabaseAddress address, Config config) {
    return new Database(
        vertx, address, config.database().with(CONNECTIONS, LONGEST), CONNECTIONS, config.quotas());
  }

  /** The {@link DeployableResource} of each resource type. */
  static List<DeployableResource> kinds(
      Config config,
      Database rows,
      Sealer sealer,
      PingCoverage pinging,
      Ids ids,
      InstantSource clock) {
    return List.of(
        new LocationResource(rows, ids, sealer),
        new ServiceResource(rows, ids, clock),
        new ChannelResource(sealer, ChannelAvailability.of(config)),
        groups(sealer),
        checks(sealer, pinging, ids),
        new PageResource(rows, ids, DomainPolicy.of(config)),
        new SubscriptionResource(),
        new WindowResource(rows),
        new ObjectiveResource(),
        new DashboardResource());
  }

  /** Checks as projects describe them. */
  static DeployableResource checks(Sealer sealer, PingCoverage pinging, Ids ids) {
    return new MonitorResource(
        new Subscriptions(), new PrivateLocationLookup(), pinging::violations, sealer, ids);
  }

  /** Groups as projects describe them. */
  static DeployableResource groups(Sealer sealer) {
    return new GroupResource(new GroupLookup(), new PrivateLocationLookup(), sealer);
  }
}
