package dev.belfry.statuspages.incident;

import static dev.belfry.statuspages.incident.IncidentStatus.IDENTIFIED;
import static dev.belfry.statuspages.incident.IncidentStatus.INVESTIGATING;
import static dev.belfry.statuspages.incident.IncidentStatus.MONITORING;
import static dev.belfry.statuspages.incident.IncidentStatus.RESOLVED;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IncidentTimelineTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private static TimelineEntry at(String id, long seconds, IncidentStatus status) {
    Instant date = NOON.plusSeconds(seconds);
    return new TimelineEntry(id, status, date, date);
  }

  /** One frame a minute, the first at noon. */
  private static IncidentTimeline film(String frames) {
    List<TimelineEntry> entries = new ArrayList<>();
    for (String status : frames.trim().split("\\s+", -1)) {
      entries.add(at("u" + entries.size(), 60L * entries.size(), IncidentStatus.valueOf(status)));
    }
    return new IncidentTimeline(entries);
  }

  @DisplayName("Wire contract 0a and 1.3: status and duration, one update a minute")
  @ParameterizedTest(name = "{0}: {1}, {2} s")
  @CsvSource({
    "INVESTIGATING, INVESTIGATING,",
    "RESOLVED, RESOLVED, 0",
    "INVESTIGATING RESOLVED, RESOLVED, 60",
    "INVESTIGATING IDENTIFIED MONITORING RESOLVED, RESOLVED, 180",
    "INVESTIGATING MONITORING, MONITORING,",
    "INVESTIGATING RESOLVED INVESTIGATING, INVESTIGATING,",
    "INVESTIGATING RESOLVED IDENTIFIED RESOLVED, RESOLVED, 180",
    "INVESTIGATING RESOLVED RESOLVED, RESOLVED, 60",
    "INVESTIGATING RESOLVED RESOLVED RESOLVED, RESOLVED, 60",
    "INVESTIGATING RESOLVED MONITORING RESOLVED RESOLVED, RESOLVED, 180",
    "RESOLVED RESOLVED, RESOLVED, 0",
    "RESOLVED INVESTIGATING, INVESTIGATING,",
    "RESOLVED INVESTIGATING RESOLVED, RESOLVED, 120",
  })
  void statusAndDurationFollowFromTheUpdates(
      String frames, IncidentStatus status, @Nullable Long seconds) {
    assertThat(film(frames).lastStatus()).isEqualTo(status);
    assertThat(film(frames).durationSeconds()).isEqualTo(seconds);
  }

  @Test
  void thePublicDateDecidesNotTheTimeOfPosting() {
    var backDated = new TimelineEntry("a", RESOLVED, NOON.plusSeconds(30), NOON.plusSeconds(900));
    var posted = at("b", 60, MONITORING);
    var timeline = new IncidentTimeline(List.of(at("c", 0, INVESTIGATING), posted, backDated));
    assertThat(timeline.lastStatus()).isEqualTo(MONITORING);
    assertThat(timeline.durationSeconds()).isNull();
  }

  @Test
  void aBackDatedFirstUpdateMakesTheIncidentLonger() {
    var backDated = new TimelineEntry("b", IDENTIFIED, NOON.minusSeconds(600), NOON);
    assertThat(new IncidentTimeline(List.of(at("a", 60, RESOLVED), backDated)).durationSeconds())
        .isEqualTo(660);
  }

  @Test
  void theTimeOfPostingBreaksATieOfPublicDatesAndTheIdATieOfBoth() {
    var first = new TimelineEntry("z", RESOLVED, NOON, NOON);
    var later = new TimelineEntry("a", MONITORING, NOON, NOON.plusMillis(1));
    assertThat(new IncidentTimeline(List.of(later, first)).lastStatus()).isEqualTo(MONITORING);
    var twin = new TimelineEntry("zz", IDENTIFIED, NOON, NOON);
    assertThat(new IncidentTimeline(List.of(twin, first)).lastStatus()).isEqualTo(IDENTIFIED);
  }

  @Test
  void aPartOfASecondDoesNotCount() {
    var resolved = new TimelineEntry("b", RESOLVED, NOON.plusMillis(1999), NOON);
    assertThat(new IncidentTimeline(List.of(at("a", 0, INVESTIGATING), resolved)).durationSeconds())
        .isEqualTo(1);
  }

  @Test
  void anIncidentWithoutUpdatesIsBeingInvestigated() {
    var empty = new IncidentTimeline(List.of());
    assertThat(empty.lastStatus()).isEqualTo(INVESTIGATING);
    assertThat(empty.durationSeconds()).isNull();
  }

  @Property
  void theOrderOfTheInputIsIrrelevant(
      @ForAll("updates") List<TimelineEntry> updates, @ForAll("updates") List<TimelineEntry> more) {
    List<TimelineEntry> forward = new ArrayList<>(updates);
    forward.addAll(renamed(more));
    List<TimelineEntry> shuffled = new ArrayList<>(renamed(more));
    shuffled.addAll(updates);
    assertThat(new IncidentTimeline(shuffled)).isEqualTo(new IncidentTimeline(forward));
  }

  @Property
  void theDurationIsThereExactlyWhenResolvedAndNeverNegative(
      @ForAll("updates") List<TimelineEntry> updates) {
    var timeline = new IncidentTimeline(updates);
    Long seconds = timeline.durationSeconds();
    assertThat(seconds != null).isEqualTo(timeline.lastStatus() == RESOLVED);
    if (seconds != null) {
      assertThat(seconds).isNotNegative();
    }
  }

  @Property
  void aFurtherResolvedUpdateDoesNotExtendAResolvedIncident(
      @ForAll("updates") List<TimelineEntry> updates) {
    var timeline = new IncidentTimeline(updates);
    List<TimelineEntry> longer = new ArrayList<>(updates);
    longer.add(at("later", Duration.ofDays(2).toSeconds(), RESOLVED));
    if (timeline.lastStatus() == RESOLVED) {
      assertThat(new IncidentTimeline(longer).durationSeconds())
          .isEqualTo(timeline.durationSeconds());
    }
  }

  private static List<TimelineEntry> renamed(List<TimelineEntry> entries) {
    return entries.stream()
        .map(e -> new TimelineEntry(e.id() + "'", e.status(), e.publicDate(), e.createdAt()))
        .toList();
  }

  @Provide
  Arbitrary<List<TimelineEntry>> updates() {
    Arbitrary<Instant> instants =
        Arbitraries.integers().between(0, 86_400).map(seconds -> NOON.plusSeconds(seconds));
    return Combinators.combine(
            Arbitraries.integers().between(0, 1_000_000),
            Arbitraries.of(IncidentStatus.values()),
            instants,
            instants)
        .as((id, status, date, created) -> new TimelineEntry("u" + id, status, date, created))
        .list()
        .uniqueElements(TimelineEntry::id)
        .ofMaxSize(6);
  }
}
