package dev.belfry.statuspages.publicsite;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The resolved incidents and the completed maintenance of a day in UTC.
 *
 * @param incidents those that began on it
 * @param others those that began before and lasted into it
 * @param open whether an incident that is not resolved yet touches it
 * @param maintenances completed ones that began on it
 */
public record HistoryDay(
    LocalDate date,
    List<SiteIncident> incidents,
    List<SiteIncident> others,
    boolean open,
    List<SiteMaintenance> maintenances) {
  private static final int DAYS = 14;

  public HistoryDay {
    incidents = List.copyOf(incidents);
    others = List.copyOf(others);
    maintenances = List.copyOf(maintenances);
  }

  /**
   * The past two weeks of a page, today first. Open incidents stand above them, so that a day with
   * nothing else is left out: it has no entry, and it is not quiet.
   */
  public static List<HistoryDay> recent(SiteModel model) {
    LocalDate today = day(model.at());
    List<SiteMaintenance> maintenances = model.recentMaintenance();
    return IntStream.range(0, DAYS)
        .mapToObj(today::minusDays)
        .map(date -> of(date, model, maintenances))
        .filter(day -> !day.open || !day.isEmpty())
        .toList();
  }

  private static HistoryDay of(
      LocalDate date, SiteModel model, List<SiteMaintenance> maintenances) {
    List<SiteIncident> touching =
        model.incidents().stream().filter(incident -> touches(incident, date)).toList();
    return new HistoryDay(
        date,
        touching.stream().filter(incident -> isOf(incident, date)).toList(),
        touching.stream().filter(incident -> !incident.isOpen() && !isOf(incident, date)).toList(),
        touching.stream().anyMatch(SiteIncident::isOpen),
        maintenances.stream().filter(time -> day(time.starts()).equals(date)).toList());
  }

  private static boolean isOf(SiteIncident incident, LocalDate date) {
    return !incident.isOpen() && day(incident.startedAt()).equals(date);
  }

  private static boolean touches(SiteIncident incident, LocalDate date) {
    Instant resolved = incident.resolvedAt();
    return !day(incident.startedAt()).isAfter(date)
        && (resolved == null || !day(resolved).isBefore(date));
  }

  private static LocalDate day(Instant time) {
    return LocalDate.ofInstant(time, ZoneOffset.UTC);
  }

  /** Whether no incident touches it. */
  public boolean isQuiet() {
    return incidents.isEmpty() && others.isEmpty() && !open;
  }

  private boolean isEmpty() {
    return incidents.isEmpty() && others.isEmpty() && maintenances.isEmpty();
  }
}
