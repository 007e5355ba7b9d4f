package dev.belfry.statuspages.publicsite;

import dev.belfry.monitoring.check.Severity;
import dev.belfry.statuspages.incident.IncidentStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An incident as readers see it.
 *
 * @param services the affected services that the page shows
 * @param updates the public ones, newest first, at least one; the last is the first one
 * @param hidden how many more there are between the last two
 */
public record SiteIncident(
    UUID id,
    String name,
    Severity severity,
    List<ServiceRef> services,
    List<SiteUpdate> updates,
    int hidden) {
  public SiteIncident {
    services = List.copyOf(services);
    updates = List.copyOf(updates);
  }

  /** The status of its newest update. */
  public IncidentStatus status() {
    return updates.get(0).status();
  }

  /** Whether it is not resolved. */
  public boolean isOpen() {
    return status() != IncidentStatus.RESOLVED;
  }

  /** The public date of its first update. */
  public Instant startedAt() {
    return updates.get(updates.size() - 1).at();
  }

  /** The public date of its newest update. */
  public Instant updatedAt() {
    return updates.get(0).at();
  }

  /** The first of its last RESOLVED updates in a row; null while it is open. */
  public @Nullable Instant resolvedAt() {
    if (isOpen()) {
      return null;
    }
    Instant resolved = updatedAt();
    for (SiteUpdate update : updates) {
      if (update.status() != IncidentStatus.RESOLVED) {
        return resolved;
      }
      resolved = update.at();
    }
    return resolved;
  }

  /** Its duration until its resolution, or until {@code now} while it is open. */
  public Duration duration(Instant now) {
    Instant resolved = resolvedAt();
    return Duration.between(startedAt(), resolved == null ? now : resolved);
  }

  /** Whether it affects a service. */
  public boolean affects(UUID service) {
    return services.stream().anyMatch(affected -> affected.id().equals(service));
  }

  /** The names of the affected services, separated by commas. */
  public String affected() {
    return services.stream().map(ServiceRef::name).collect(Collectors.joining(", "));
  }
}
