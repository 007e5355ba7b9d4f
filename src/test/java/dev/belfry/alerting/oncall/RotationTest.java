package dev.belfry.alerting.oncall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.oncall.Rotation.Turn;
import dev.belfry.alerting.oncall.Rotation.TurnUnit;
import dev.belfry.api.http.JsonText;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the turns of a rotation begin and end, and whose they are. */
class RotationTest {
  private static final long DAY = 86_400_000;

  static Rotation rotation(int users, TurnUnit unit, int length, String handoff, String start) {
    return new Rotation(
        IntStream.range(0, users).mapToObj(place -> new UUID(0, place)).toList(),
        unit,
        length,
        LocalTime.parse(handoff),
        LocalDate.parse(start));
  }

  private static long millis(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # users, unit, length, handoff, start, zone, at, place, begins, ends
          2, DAY, 1, 09:00, 2026-03-01, UTC, 2026-03-01T09:00:00Z, 0, 2026-03-01T09:00:00Z, 2026-03-02T09:00:00Z
          2, DAY, 1, 09:00, 2026-03-01, UTC, 2026-03-02T08:59:59Z, 0, 2026-03-01T09:00:00Z, 2026-03-02T09:00:00Z
          2, DAY, 1, 09:00, 2026-03-01, UTC, 2026-03-02T09:00:00Z, 1, 2026-03-02T09:00:00Z, 2026-03-03T09:00:00Z
          2, DAY, 1, 09:00, 2026-03-01, UTC, 2026-03-03T09:00:00Z, 0, 2026-03-03T09:00:00Z, 2026-03-04T09:00:00Z
          3, WEEK, 2, 00:00, 2026-03-02, UTC, 2026-03-29T23:59:59Z, 1, 2026-03-16T00:00:00Z, 2026-03-30T00:00:00Z
          3, WEEK, 1, 09:00, 2001-01-01, UTC, 2026-03-09T09:00:00Z, 0, 2026-03-09T09:00:00Z, 2026-03-16T09:00:00Z
          1, DAY, 52, 12:00, 2026-01-01, UTC, 2026-04-14T12:00:00Z, 0, 2026-02-22T12:00:00Z, 2026-04-15T12:00:00Z
          # The clocks go forward: the turn has 23 hours. They go back: it has 25.
          2, DAY, 1, 09:00, 2026-03-01, Europe/Berlin, 2026-03-29T06:59:59Z, 1, 2026-03-28T08:00:00Z, 2026-03-29T07:00:00Z
          2, DAY, 1, 09:00, 2026-03-01, Europe/Berlin, 2026-03-29T07:00:00Z, 0, 2026-03-29T07:00:00Z, 2026-03-30T07:00:00Z
          2, DAY, 1, 09:00, 2026-10-01, Europe/Berlin, 2026-10-25T07:59:59Z, 1, 2026-10-24T07:00:00Z, 2026-10-25T08:00:00Z
          # 02:30 is skipped: the moment of the change.
          2, DAY, 1, 02:30, 2026-03-01, Europe/Berlin, 2026-03-29T01:00:00Z, 0, 2026-03-29T01:00:00Z, 2026-03-30T00:30:00Z
          2, DAY, 1, 02:30, 2026-03-01, Europe/Berlin, 2026-03-29T00:59:59Z, 1, 2026-03-28T01:30:00Z, 2026-03-29T01:00:00Z
          # 02:30 is shown twice: the first.
          2, DAY, 1, 02:30, 2026-10-01, Europe/Berlin, 2026-10-25T00:30:00Z, 0, 2026-10-25T00:30:00Z, 2026-10-26T01:30:00Z
          2, DAY, 1, 02:30, 2026-10-01, Europe/Berlin, 2026-10-25T00:29:59Z, 1, 2026-10-24T00:30:00Z, 2026-10-25T00:30:00Z
          # The other hemisphere, and a zone off the hour.
          2, DAY, 1, 02:00, 2026-10-01, Australia/Sydney, 2026-10-03T16:00:00Z, 1, 2026-10-03T16:00:00Z, 2026-10-04T15:00:00Z
          2, DAY, 1, 09:00, 2026-03-01, Asia/Kathmandu, 2026-03-01T03:15:00Z, 0, 2026-03-01T03:15:00Z, 2026-03-02T03:15:00Z
          # Samoa had no 30 December 2011.
          2, DAY, 1, 00:00, 2011-12-28, Pacific/Apia, 2011-12-30T10:00:00Z, 1, 2011-12-30T10:00:00Z, 2011-12-31T10:00:00Z
          """)
  void turnsBeginAtTheHandoff(
      int users,
      TurnUnit unit,
      int length,
      String handoff,
      String start,
      String zone,
      String at,
      int place,
      String begins,
      String ends) {
    long moment = millis(at);
    assertThat(
            rotation(users, unit, length, handoff, start)
                .turns(ZoneId.of(zone), moment, moment + 1))
        .containsExactly(new Turn(millis(begins), millis(ends), place));
  }

  @Test
  void nobodyHasATurnBeforeTheFirst() {
    Rotation rotation = rotation(2, TurnUnit.WEEK, 1, "09:00", "2026-03-09");
    long first = millis("2026-03-09T09:00:00Z");
    ZoneId utc = ZoneId.of("UTC");
    assertThat(rotation.turns(utc, first - 7 * DAY, first)).isEmpty();
    assertThat(rotation.turns(utc, first - 7 * DAY, first + 1)).hasSize(1);
  }

  /** Turns follow each other without a gap, in the order of the list, whatever the zone. */
  @Test
  void turnsFollowEachOther() {
    Random random = new Random(20_261_129);
    List<String> zones = new ArrayList<>(ZoneId.getAvailableZoneIds());
    zones.sort(null);
    for (int i = 0; i < 2_000; i++) {
      ZoneId zone = ZoneId.of(zones.get(random.nextInt(zones.size())));
      Rotation rotation =
          rotation(
              1 + random.nextInt(50),
              random.nextBoolean() ? TurnUnit.DAY : TurnUnit.WEEK,
              1 + random.nextInt(52),
              "%02d:%02d".formatted(random.nextInt(24), random.nextInt(60)),
              "20%02d-%02d-%02d"
                  .formatted(random.nextInt(40), 1 + random.nextInt(12), 1 + random.nextInt(28)));
      long from = millis("2026-01-01T00:00:00Z") + random.nextLong(3_650 * DAY) + 16 * 365 * DAY;
      List<Turn> turns = rotation.turns(zone, from, from + 91 * DAY);
      assertThat(turns.get(0).begins()).as("%s in %s", rotation, zone).isLessThanOrEqualTo(from);
      assertThat(turns.get(turns.size() - 1).ends()).isGreaterThanOrEqualTo(from + 91 * DAY);
      for (int turn = 1; turn < turns.size(); turn++) {
        Turn before = turns.get(turn - 1);
        assertThat(turns.get(turn).begins()).isEqualTo(before.ends());
        assertThat(turns.get(turn).place())
            .isEqualTo((before.place() + 1) % rotation.users().size());
      }
    }
  }

  /** The same turn has the same person, from whichever moment the turns are counted. */
  @Test
  void aTurnKeepsItsPerson() {
    Rotation rotation = rotation(7, TurnUnit.DAY, 3, "08:30", "2020-02-29");
    ZoneId zone = ZoneId.of("America/New_York");
    long from = millis("2026-01-01T00:00:00Z");
    List<Turn> all = rotation.turns(zone, from, from + 400 * DAY);
    for (int day = 0; day < 300; day++) {
      long later = from + day * DAY;
      List<Turn> some = rotation.turns(zone, later, later + 90 * DAY);
      assertThat(all).containsAll(some);
    }
  }

  @Test
  void isStoredAsItIs() {
    Rotation rotation = rotation(3, TurnUnit.WEEK, 2, "08:05", "2026-03-09");
    assertThat(Rotation.of(JsonText.parse(rotation.document()))).isEqualTo(rotation);
  }
}
