package dev.belfry.statuspages.publicsite;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The incidents and maintenance of a day in UTC.
 *
 * @param incidents resolved ones that began on it
 * @param others open ones, and those that began before and lasted into it
 * @param maintenances completed ones that began on it
 */
public record HistoryDay(
    LocalDate date,
    List<SiteIncident> incidents,
    List<SiteIncident> others,
    List<SiteMaintenance> maintenances) {
  private static final int DAYS = 14;

  public HistoryDay {
    incidents = List.copyOf(incidents);
    others = List.copyOf(others);
    maintenances = List.copyOf(maintenances);
  }

  /** The past two weeks of a page, today first. */
  public static List<HistoryDay> recent(SiteModel model) {
    LocalDate today = day(model.at());
    List<SiteMaintenance> maintenances = model.recentMaintenance();
    return IntStream.range(0, DAYS)
        .mapToObj(today::minusDays)
        .map(date -> of(date, model, maintenances))
        .toList();
  }

  private static HistoryDay of(
      LocalDate date, SiteModel model, List<SiteMaintenance> maintenances) {
    List<SiteIncident> touching =
        model.incidents().stream().filter(incident -> touches(incident, date)).toList();
    return new HistoryDay(
        date,
        touching.stream().filter(incident -> isOf(incident, date)).toList(),
        touching.stream().filter(incident -> !isOf(incident, date)).toList(),
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
    return incidents.isEmpty() && others.isEmpty();
  }
}
