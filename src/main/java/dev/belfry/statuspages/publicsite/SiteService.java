package dev.belfry.statuspages.publicsite;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A service on a page.
 *
 * @param days the last 90, oldest first
 */
public record SiteService(UUID id, String name, ServiceState state, List<SiteDay> days) {
  public SiteService {
    days = List.copyOf(days);
  }

  /** The share of runs of all days that passed, 0 to 1; null when no check watches the service. */
  public @Nullable Double uptime() {
    long passed = days.stream().mapToLong(SiteDay::passed).sum();
    long runs = days.stream().mapToLong(SiteDay::runs).sum();
    return runs == 0 ? null : (double) passed / runs;
  }
}
