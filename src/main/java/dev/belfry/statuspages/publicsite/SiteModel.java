package dev.belfry.statuspages.publicsite;

import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The content of a page at one moment.
 *
 * @param cards from top to bottom
 * @param incidents newest first, open and resolved
 * @param maintenances completed, in progress and scheduled, earliest first
 * @param keys digests of the keys that open a private page
 * @param at the moment
 */
public record SiteModel(
    SiteSettings settings,
    List<SiteCard> cards,
    List<SiteIncident> incidents,
    List<SiteMaintenance> maintenances,
    List<byte[]> keys,
    Instant at) {
  private static final Duration RECENT = Duration.ofDays(14);

  public SiteModel {
    cards = List.copyOf(cards);
    incidents = List.copyOf(incidents);
    maintenances = List.copyOf(maintenances);
    keys = List.copyOf(keys);
  }

  /** Every service on the page once, in the order of the cards. */
  public Collection<SiteService> services() {
    Map<UUID, SiteService> services = new LinkedHashMap<>();
    cards.forEach(
        card -> card.services().forEach(service -> services.putIfAbsent(service.id(), service)));
    return services.values();
  }

  /** Incidents that are not resolved. */
  public List<SiteIncident> openIncidents() {
    return incidents.stream().filter(SiteIncident::isOpen).toList();
  }

  /** Maintenance in progress. */
  public List<SiteMaintenance> maintenanceNow() {
    return maintenances.stream().filter(time -> time.isActive(at)).toList();
  }

  /** Scheduled maintenance. */
  public List<SiteMaintenance> maintenanceAhead() {
    return maintenances.stream().filter(time -> time.starts().isAfter(at)).toList();
  }

  /** Maintenance in progress or scheduled, earliest first. */
  public List<SiteMaintenance> maintenanceOpen() {
    return maintenances.stream().filter(time -> !time.isOver(at)).toList();
  }

  /** Maintenance in progress and the next interval of each window. */
  public List<SiteMaintenance> maintenanceNext() {
    Set<Long> seen = new HashSet<>();
    return maintenanceOpen().stream()
        .filter(time -> time.isActive(at) || seen.add(time.window()))
        .toList();
  }

  /** Completed maintenance, latest first. */
  public List<SiteMaintenance> maintenanceOver() {
    return maintenances.stream()
        .filter(time -> time.isOver(at))
        .sorted(Comparator.comparing(SiteMaintenance::starts).reversed())
        .toList();
  }

  /** The incident of an id. */
  public Optional<SiteIncident> incident(String id) {
    return incidents.stream().filter(incident -> incident.id().toString().equals(id)).findFirst();
  }

  /** The state of the worst service or of the worst open incident. */
  public ServiceState state() {
    return Stream.concat(
            services().stream().map(SiteService::state),
            openIncidents().stream().map(incident -> ServiceState.of(incident.severity())))
        .reduce(ServiceState.OPERATIONAL, ServiceState::or);
  }

  /** When the content last changed: an incident update, a maintenance interval or a card. */
  public Instant changed() {
    // Ids begin with the time at which they were made (RFC 9562, UUID version 7).
    Instant made = Instant.ofEpochMilli(settings.id().getMostSignificantBits() >>> 16);
    return Stream.of(
            cards.stream().map(SiteCard::createdAt),
            incidents.stream().map(SiteIncident::updatedAt),
            maintenances.stream().map(time -> time.updatedAt(at)))
        .flatMap(times -> times)
        .reduce(made, (one, other) -> one.isAfter(other) ? one : other);
  }

  /** Incidents that were resolved in the past two weeks. */
  public List<SiteIncident> recentIncidents() {
    Instant since = at.minus(RECENT);
    return incidents.stream()
        .filter(incident -> !incident.isOpen() && incident.updatedAt().isAfter(since))
        .toList();
  }

  /** The last completed interval of each window in the past two weeks. */
  public List<SiteMaintenance> recentMaintenance() {
    Instant since = at.minus(RECENT);
    Set<Long> seen = new HashSet<>();
    return maintenanceOver().stream()
        .filter(time -> time.ends().isAfter(since) && seen.add(time.window()))
        .toList();
  }

  /** Completed maintenance that began in a month of UTC. */
  public List<SiteMaintenance> maintenanceIn(YearMonth month) {
    return maintenanceOver().stream().filter(time -> month(time.starts()).equals(month)).toList();
  }

  /** Incidents that began in a month of UTC. */
  public List<SiteIncident> in(YearMonth month) {
    return incidents.stream()
        .filter(incident -> month(incident.startedAt()).equals(month))
        .toList();
  }

  /** The present month, the requested month and all months with entries, latest first. */
  public List<YearMonth> monthList(YearMonth looked) {
    return Stream.of(
            Stream.of(month(at), looked),
            incidents.stream().map(incident -> month(incident.startedAt())),
            maintenanceOver().stream().map(time -> month(time.starts())))
        .flatMap(months -> months)
        .distinct()
        .sorted(Comparator.reverseOrder())
        .toList();
  }

  private static YearMonth month(Instant time) {
    return YearMonth.from(time.atOffset(ZoneOffset.UTC));
  }
}
