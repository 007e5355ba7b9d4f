package dev.belfry.statuspages.publicsite;

import dev.belfry.monitoring.check.Severity;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The past days of a page's services, from check results and incidents. */
final class UptimeHistory {
  /** The number of days on a page, today included. */
  static final int DAYS = 90;

  private final Map<UUID, Map<Integer, SiteStore.Sum>> sums = new HashMap<>();
  private final List<SiteIncident> incidents;
  private final Instant at;
  private final int today;

  UptimeHistory(List<SiteStore.Sum> sums, List<SiteIncident> incidents, Instant at) {
    for (SiteStore.Sum sum : sums) {
      this.sums.computeIfAbsent(sum.service(), service -> new HashMap<>()).put(sum.day(), sum);
    }
    this.incidents = incidents;
    this.at = at;
    this.today = today(at);
  }

  /** The day of a moment, days since 1970 UTC. */
  static int today(Instant at) {
    return (int) LocalDate.ofInstant(at, ZoneOffset.UTC).toEpochDay();
  }

  /** The days of a service, oldest first. */
  List<SiteDay> of(UUID service) {
    List<SiteIncident> own =
        incidents.stream()
            .filter(incident -> incident.affects(service) && lately(incident))
            .toList();
    List<SiteDay> days = new ArrayList<>(DAYS);
    for (int day = today - DAYS + 1; day <= today; day++) {
      days.add(day(day, sums.getOrDefault(service, Map.of()).get(day), own));
    }
    return days;
  }

  private boolean lately(SiteIncident incident) {
    Instant ended = incident.resolvedAt();
    return ended == null || today(ended) > today - DAYS;
  }

  private SiteDay day(int day, SiteStore.@Nullable Sum sum, List<SiteIncident> own) {
    LocalDate date = LocalDate.ofEpochDay(day);
    Instant begins = date.atStartOfDay(ZoneOffset.UTC).toInstant();
    Instant ends = begins.plus(Duration.ofDays(1));
    Severity worst = null;
    List<Instant[]> times = new ArrayList<>(0);
    List<String> names = new ArrayList<>(0);
    boolean ongoing = false;
    for (SiteIncident incident : own) {
      Instant until = incident.resolvedAt() == null ? at : incident.resolvedAt();
      if (incident.startedAt().isBefore(ends) && !until.isBefore(begins)) {
        Severity severity = incident.severity();
        worst = worst == null || severity.compareTo(worst) < 0 ? severity : worst;
        times.add(new Instant[] {max(incident.startedAt(), begins), min(until, ends)});
        names.add(incident.name());
        ongoing |= incident.isOpen() && day == today;
      }
    }
    return new SiteDay(
        date,
        sum == null ? 0 : sum.passed(),
        sum == null ? 0 : sum.failed(),
        sum == null ? Duration.ZERO : down(sum),
        worst,
        union(times),
        names,
        ongoing);
  }

  private static Duration down(SiteStore.Sum sum) {
    Duration failed = Duration.ofMillis(sum.failedMillis());
    Duration day = Duration.ofDays(1);
    return failed.compareTo(day) > 0 ? day : failed;
  }

  /** Overlapping incidents count once. */
  private static Duration union(List<Instant[]> times) {
    times.sort((one, other) -> one[0].compareTo(other[0]));
    Duration sum = Duration.ZERO;
    Instant covered = Instant.MIN;
    for (Instant[] time : times) {
      Instant from = max(time[0], covered);
      if (time[1].isAfter(from)) {
        sum = sum.plus(Duration.between(from, time[1]));
        covered = time[1];
      }
    }
    return sum;
  }

  private static Instant max(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static Instant min(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
