package dev.belfry.statuspages.publicsite;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A maintenance interval on a page: scheduled, in progress or completed.
 *
 * @param window id of its window, which may have many intervals
 * @param description null without one
 * @param services the affected services that the page shows
 * @param announced when this version of it appeared on the page
 */
public record SiteMaintenance(
    long window,
    String name,
    @Nullable String description,
    List<ServiceRef> services,
    Instant starts,
    Instant ends,
    Instant announced) {
  public SiteMaintenance {
    services = List.copyOf(services);
  }

  /** Whether it is in progress. */
  public boolean isActive(Instant now) {
    return !starts.isAfter(now) && ends.isAfter(now);
  }

  /** Whether it is completed. */
  public boolean isOver(Instant now) {
    return !ends.isAfter(now);
  }

  /** Whether it affects a service. */
  public boolean affects(UUID service) {
    return services.stream().anyMatch(affected -> affected.id().equals(service));
  }

  /** A name for this interval that no other interval of the page has. */
  public String key() {
    return window + "-" + starts.getEpochSecond();
  }

  /** Its address: on the page itself, and in the history after it is completed. */
  String link(SiteLinks links, Instant now) {
    YearMonth month = YearMonth.from(starts.atOffset(ZoneOffset.UTC));
    return links.to(isOver(now) ? "/history/" + month : "/") + "#m-" + key();
  }

  /** Its id on a page, the same on every instance. */
  public UUID id(UUID page) {
    return UUID.nameUUIDFromBytes((page + "/" + key()).getBytes(StandardCharsets.UTF_8));
  }

  /** When its state on the page last changed. */
  public Instant updatedAt(Instant now) {
    if (isOver(now)) {
      return ends;
    }
    return isActive(now) ? starts : announced;
  }

  /** The names of the affected services, separated by commas. */
  public String affected() {
    return services.stream().map(ServiceRef::name).collect(Collectors.joining(", "));
  }
}
