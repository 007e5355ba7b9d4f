package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.Severity;
import dev.belfry.statuspages.incident.IncidentStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Days of a service: how each is shown, what happened on it, and the words for it. */
class SiteDayTest {
  private static final UUID SERVICE = UUID.randomUUID();
  private static final Instant NOW = Instant.parse("2026-06-30T12:00:00Z");
  private static final SiteTexts ENGLISH = SiteTexts.of("en");

  @ParameterizedTest
  @CsvSource({
    "0, 0, , NONE",
    "1440, 0, , GOOD",
    "999, 1, , GOOD",
    "998, 2, , WARN",
    "95, 5, , WARN",
    "94, 6, , BAD",
    "0, 1, , BAD",
    "1440, 0, MINOR, WARN",
    "0, 0, MEDIUM, WARN",
    "1440, 0, MAJOR, BAD",
    "0, 0, CRITICAL, BAD"
  })
  void isShownAsWhatWasMeasuredAndAnnounced(
      long passed, long failed, @Nullable Severity worst, SiteDay.Level level) {
    assertThat(day(passed, failed, worst).level()).isEqualTo(level);
  }

  private static SiteDay day(long passed, long failed, @Nullable Severity worst) {
    return new SiteDay(
        LocalDate.parse("2026-06-01"),
        passed,
        failed,
        Duration.ZERO,
        worst,
        Duration.ZERO,
        List.of(),
        false);
  }

  @Test
  void hasTheIncidentsThatTouchItOnceForEachMinute() {
    List<SiteDay> days =
        new UptimeHistory(
                List.of(new SiteStore.Sum(SERVICE, UptimeHistory.today(NOW), 10, 1, 240_000)),
                List.of(
                    incident("A", Severity.MINOR, "2026-06-28T22:00:00Z", "2026-06-29T02:00:00Z"),
                    incident("B", Severity.MAJOR, "2026-06-29T01:00:00Z", "2026-06-29T03:30:00Z"),
                    incident("C", Severity.MEDIUM, "2026-06-30T11:00:00Z", null)),
                NOW)
            .of(SERVICE);

    assertThat(days).hasSize(90);
    assertThat(days.get(87).troubled()).isEqualTo(Duration.ofHours(2));
    assertThat(days.get(88).troubled()).isEqualTo(Duration.ofMinutes(210));
    assertThat(days.get(88).worst()).isEqualTo(Severity.MAJOR);
    assertThat(days.get(88).incidents()).containsExactly("A", "B");
    assertThat(days.get(89).troubled()).isEqualTo(Duration.ofHours(1));
    assertThat(days.get(89).date()).isEqualTo(LocalDate.parse("2026-06-30"));
    assertThat(days.get(89).runs()).isEqualTo(11);
    assertThat(days.get(0).date()).isEqualTo(LocalDate.parse("2026-04-02"));
    assertThat(days.subList(0, 87)).allMatch(day -> day.level() == SiteDay.Level.NONE);

    assertThat(DaySummary.of(days, ENGLISH))
        .containsExactly(
            "30 Jun 2026: 90.9 % uptime, about 4 min down; incident: C (1 h 0 min)",
            "29 Jun 2026: incidents: A, B (3 h 30 min)",
            "28 Jun 2026: incident: A (2 h 0 min)",
            "2 Apr 2026 – 27 Jun 2026: no data");
  }

  private static SiteIncident incident(
      String name, Severity severity, String began, @Nullable String ended) {
    SiteUpdate first =
        new SiteUpdate(UUID.randomUUID(), IncidentStatus.INVESTIGATING, "", Instant.parse(began));
    return new SiteIncident(
        UUID.randomUUID(),
        name,
        severity,
        List.of(new ServiceRef(SERVICE, "Web")),
        ended == null
            ? List.of(first)
            : List.of(
                new SiteUpdate(
                    UUID.randomUUID(), IncidentStatus.RESOLVED, "", Instant.parse(ended)),
                first),
        0);
  }

  /** Wire contract 1.3: a second RESOLVED update without re-opening does not extend it. */
  @Test
  void anIncidentEndsWithTheFirstOfItsLastResolutions() {
    SiteIncident once =
        incident("A", Severity.MINOR, "2026-06-01T00:00:00Z", "2026-06-01T01:00:00Z");
    List<SiteUpdate> updates = new java.util.ArrayList<>(once.updates());
    updates.add(
        0,
        new SiteUpdate(
            UUID.randomUUID(), IncidentStatus.RESOLVED, "", Instant.parse("2026-06-02T00:00:00Z")));
    SiteIncident twice =
        new SiteIncident(once.id(), "A", once.severity(), once.services(), updates, 0);
    assertThat(twice.duration(NOW)).isEqualTo(Duration.ofHours(1));
    assertThat(twice.updatedAt()).isEqualTo(Instant.parse("2026-06-02T00:00:00Z"));
  }
}
