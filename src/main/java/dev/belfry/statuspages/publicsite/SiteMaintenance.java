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
 * A time of maintenance that readers are told of: to come, under way, or over.
 *
 * @param window id of its window, which may have many times
 * @param description what is done and why, null when nobody said
 * @param services those of the page that it affects
 * @param announced since when readers are told of it as it is now
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

  /** Whether it is under way. */
  public boolean isActive(Instant now) {
    return !starts.isAfter(now) && ends.isAfter(now);
  }

  /** Whether it has ended. */
  public boolean isOver(Instant now) {
    return !ends.isAfter(now);
  }

  /** Whether it affects a service. */
  public boolean affects(UUID service) {
    return services.stream().anyMatch(affected -> affected.id().equals(service));
  }

  /** Tells this time from others of the window. */
  public String key() {
    return window + "-" + starts.getEpochSecond();
  }

  /** Where people read of it: on the page itself, and later among what is over. */
  String link(SiteLinks links, Instant now) {
    YearMonth month = YearMonth.from(starts.atOffset(ZoneOffset.UTC));
    return links.to(isOver(now) ? "/history/" + month : "/") + "#m-" + key();
  }

  /** Its id on a page, the same on every instance. */
  public UUID id(UUID page) {
    return UUID.nameUUIDFromBytes((page + "/" + key()).getBytes(StandardCharsets.UTF_8));
  }

  /** When readers were last told something new of it. */
  public Instant updatedAt(Instant now) {
    if (isOver(now)) {
      return ends;
    }
    return isActive(now) ? starts : announced;
  }

  /** The names of the services. */
  public String affected() {
    return services.stream().map(ServiceRef::name).collect(Collectors.joining(", "));
  }
}
