package dev.belfry.statuspages.publicsite;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * A card of a page with its services.
 *
 * @param createdAt when it was added to the page
 */
public record SiteCard(UUID id, String name, Instant createdAt, List<SiteService> services) {
  public SiteCard {
    services = List.copyOf(services);
  }

  /** The state of its worst service. */
  public ServiceState state() {
    return services.stream()
        .map(SiteService::state)
        .reduce(ServiceState.OPERATIONAL, ServiceState::or);
  }
}
