package dev.belfry.app;

import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.statuspages.domain.DomainPolicy;
import dev.belfry.statuspages.incident.IncidentOperations;
import dev.belfry.statuspages.page.PageKeyOperations;
import dev.belfry.statuspages.page.ServiceOperations;
import dev.belfry.statuspages.page.StatusPageOperations;
import dev.belfry.statuspages.publicsite.SiteCache;
import dev.belfry.statuspages.publicsite.SiteDataOperations;
import dev.belfry.statuspages.publicsite.SiteOperations;
import dev.belfry.statuspages.subscription.LinkOperations;
import dev.belfry.statuspages.subscription.PublicSubscriptions;
import dev.belfry.statuspages.subscription.SubscriptionLinks;
import dev.belfry.statuspages.subscription.SubscriptionOperations;
import java.security.SecureRandom;
import java.time.InstantSource;

/** Builds the operations on status pages, their services, incidents, readers and subscribers. */
final class StatusPageWiring {
  private StatusPageWiring() {}

  /**
   * Adds the operations to the registry.
   *
   * @param sites shared by all event loops
   */
  static void open(
      OperationRegistry registry,
      Database database,
      DatabaseBootstrap backend,
      SiteCache sites,
      Ids ids,
      Config config,
      InstantSource clock) {
    new ServiceOperations(database, ids, clock).register(registry);
    new StatusPageOperations(database, ids, clock, DomainPolicy.of(config), sites)
        .register(registry);
    new PageKeyOperations(database, ids, new SecureRandom(), clock).register(registry);
    new SubscriptionOperations(database, config.subscribers(), ids, clock).register(registry);
    SubscriptionLinks mailed = SubscriptionLinks.of(config, backend.secrets());
    new LinkOperations(database, mailed, clock).register(registry);
    new SiteDataOperations(sites).register(registry);
    PublicSubscriptions readers =
        new PublicSubscriptions(database, config, mailed, backend.sealer(), ids, clock);
    new SiteOperations(sites, readers).register(registry);
    new IncidentOperations(database, ids, clock).register(registry);
  }
}
