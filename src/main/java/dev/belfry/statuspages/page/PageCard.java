package dev.belfry.statuspages.page;

import java.util.List;
import java.util.UUID;

/**
 * A card of a status page.
 *
 * @param services ids from top to bottom, none twice
 */
record PageCard(UUID id, String name, List<UUID> services) {
  PageCard {
    services = List.copyOf(services);
  }
}
