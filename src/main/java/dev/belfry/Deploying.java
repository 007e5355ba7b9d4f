package dev.belfry;

import dev.belfry.channel.ChannelKind;
import dev.belfry.channel.SubscriptionKind;
import dev.belfry.channel.Subscriptions;
import dev.belfry.config.Config;
import dev.belfry.config.DatabaseAddress;
import dev.belfry.dashboard.DashboardKind;
import dev.belfry.db.Database;
import dev.belfry.db.Ids;
import dev.belfry.group.GroupKind;
import dev.belfry.group.GroupLookup;
import dev.belfry.location.LocationKind;
import dev.belfry.location.PrivateLocationLookup;
import dev.belfry.maintenance.WindowKind;
import dev.belfry.monitor.MonitorKind;
import dev.belfry.resource.ResourceKind;
import dev.belfry.seal.Sealer;
import dev.belfry.statuspage.PageKind;
import dev.belfry.statuspage.ServiceKind;
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
