package dev.belfry.statuspages.publicsite;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A service on a page.
 *
 * @param watched whether a monitor opens incidents for it
 * @param days the past 90 days, oldest first
 */
public record SiteService(
    UUID id, String name, ServiceState state, boolean watched, List<SiteDay> days) {
  public SiteService {
    days = List.copyOf(days);
  }

  /** The share of passed runs over all days, 0 to 1; null without runs. */
  public @Nullable Double uptime() {
    long passed = days.stream().mapToLong(SiteDay::passed).sum();
    long runs = days.stream().mapToLong(SiteDay::runs).sum();
    return runs == 0 ? null : (double) passed / runs;
  }
}
