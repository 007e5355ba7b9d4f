package dev.belfry.app;

import dev.belfry.api.resource.ResourceKind;
import dev.belfry.monitoring.channel.ChannelKind;
import dev.belfry.monitoring.channel.SubscriptionKind;
import dev.belfry.monitoring.channel.Subscriptions;
import dev.belfry.monitoring.group.GroupKind;
import dev.belfry.monitoring.group.GroupLookup;
import dev.belfry.monitoring.location.LocationKind;
import dev.belfry.monitoring.location.PrivateLocationLookup;
import dev.belfry.monitoring.maintenance.WindowKind;
import dev.belfry.monitoring.monitor.MonitorKind;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.projects.dashboard.DashboardKind;
import dev.belfry.statuspages.page.PageKind;
import dev.belfry.statuspages.page.ServiceKind;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** Everything deploys need, for one event loop of the API or for a command. */
final class Deploying {
  /** A deploy of thousands of resources is a matter of seconds; this bounds one that hangs. */
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private static final int CONNECTIONS = 2;

  private Deploying() {}

  /** A database for the transactions of deploys. Opens no connection before the first. */
  static Database database(Vertx vertx, DatabaseAddress address, Config config) {
    Config.Database settings = config.database();
    return new Database(
        vertx,
        address,
        new Config.Database(
            settings.address(), settings.dataDir(), CONNECTIONS, LONGEST, settings.maxWaiting()),
        CONNECTIONS);
  }

  /** The kind of every type of resource. */
  static List<ResourceKind> kinds(Database rows, Sealer sealer, Ids ids, InstantSource clock) {
    PrivateLocationLookup locations = new PrivateLocationLookup();
    return List.of(
        new LocationKind(rows, ids, sealer),
        new ServiceKind(rows, ids, clock),
        new ChannelKind(sealer),
        new GroupKind(new GroupLookup(), locations, sealer),
        new MonitorKind(new Subscriptions(), locations, ids),
        new PageKind(rows, ids),
        new SubscriptionKind(),
        new WindowKind(rows, clock),
        new DashboardKind());
  }
}
