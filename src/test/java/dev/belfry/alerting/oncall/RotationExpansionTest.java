package dev.belfry.alerting.oncall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.oncall.Rotation.TurnUnit;
import dev.belfry.alerting.oncall.RotationExpansion.Piece;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Turns and overrides as the shifts that follow from them. */
class RotationExpansionTest {
  private static final long HOUR = 3_600_000;
  private static final long DAY = 24 * HOUR;

  /** A day of the first person of two, who is on call from midnight to midnight. */
  private static final long MIDNIGHT = Instant.parse("2026-03-03T00:00:00Z").toEpochMilli();

  private static final Rotation DAILY =
      RotationTest.rotation(2, TurnUnit.DAY, 1, "00:00", "2026-03-01");

  private static UUID person(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  /** Reads {@code G 3-5}: G takes over from the third hour of that day to the fifth. */
  private static OnCallOverride override(String text) {
    String[] parts = text.split("[ -]", -1);
    return new OnCallOverride(
        new UUID(1, 1),
        person(parts[0]),
        MIDNIGHT + Long.parseLong(parts[1]) * HOUR,
        MIDNIGHT + Long.parseLong(parts[2]) * HOUR);
  }

  private static String words(Piece piece) {
    String who =
        piece.takenBy() == null
            ? "turn " + piece.place()
            : piece.takenBy().equals(person("G")) ? "G" : "H";
    return who + " " + (piece.begins() - MIDNIGHT) / HOUR + "-" + (piece.ends() - MIDNIGHT) / HOUR;
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      delimiter = '|',
      textBlock =
          """
          none               | turn 0 0-24, turn 1 24-48
          G 3-5              | turn 0 0-3, G 3-5, turn 0 5-24, turn 1 24-48
          # At the borders of turns.
          G 0-24             | G 0-24, turn 1 24-48
          G 0-1              | G 0-1, turn 0 1-24, turn 1 24-48
          G 23-24            | turn 0 0-23, G 23-24, turn 1 24-48
          G 20-28            | turn 0 0-20, G 20-24, G 24-28, turn 1 28-48
          G 24-48            | turn 0 0-24, G 24-48
          # What overlaps: the last one holds.
          G 3-9, H 5-7       | turn 0 0-3, G 3-5, H 5-7, G 7-9, turn 0 9-24, turn 1 24-48
          H 5-7, G 3-9       | turn 0 0-3, G 3-9, turn 0 9-24, turn 1 24-48
          G 3-9, H 3-9       | turn 0 0-3, H 3-9, turn 0 9-24, turn 1 24-48
          G 3-6, H 5-9       | turn 0 0-3, G 3-5, H 5-9, turn 0 9-24, turn 1 24-48
          G 3-6, H 6-9       | turn 0 0-3, G 3-6, H 6-9, turn 0 9-24, turn 1 24-48
          G 3-6, G 6-9       | turn 0 0-3, G 3-9, turn 0 9-24, turn 1 24-48
          G 3-6, G 5-9       | turn 0 0-3, G 3-9, turn 0 9-24, turn 1 24-48
          """)
  void overridesCutTurns(@Nullable String overrides, String expected) {
    List<OnCallOverride> all =
        overrides == null
            ? List.of()
            : Arrays.stream(overrides.split(", ", -1))
                .map(RotationExpansionTest::override)
                .toList();
    assertThat(
            RotationExpansion.of(DAILY, ZoneOffset.UTC, all, MIDNIGHT + HOUR).pieces().stream()
                .filter(piece -> piece.ends() > MIDNIGHT && piece.begins() < MIDNIGHT + 2 * DAY)
                .map(RotationExpansionTest::words)
                .collect(Collectors.joining(", ")))
        .isEqualTo(expected);
  }

  @Test
  void anOverrideHoldsBeforeTheFirstTurn() {
    Rotation later = RotationTest.rotation(2, TurnUnit.DAY, 1, "00:00", "2026-03-04");
    assertThat(
            RotationExpansion.of(
                    later, ZoneOffset.UTC, List.of(override("G 20-28")), MIDNIGHT + HOUR)
                .pieces())
        .first()
        .isEqualTo(
            new Piece(MIDNIGHT + 20 * HOUR, MIDNIGHT + DAY, RotationExpansion.BEFORE, person("G")));
  }

  @Test
  void isKnownFromADayAgoTo90DaysAhead() {
    RotationExpansion expansion =
        RotationExpansion.of(DAILY, ZoneOffset.UTC, List.of(), MIDNIGHT + HOUR);
    assertThat(expansion.from()).isEqualTo(MIDNIGHT + HOUR - DAY);
    assertThat(expansion.until()).isEqualTo(MIDNIGHT + HOUR + 90 * DAY);
    assertThat(expansion.pieces()).hasSize(92);
    assertThat(expansion.pieces().get(0).begins()).isEqualTo(MIDNIGHT - DAY);
  }

  @Test
  void theNextTurnIsKnownWhileALongOneLasts() {
    Rotation slow = RotationTest.rotation(2, TurnUnit.WEEK, 52, "00:00", "2026-03-01");
    RotationExpansion expansion = RotationExpansion.of(slow, ZoneOffset.UTC, List.of(), MIDNIGHT);
    assertThat(expansion.pieces()).extracting(Piece::place).containsExactly(0, 1);
    assertThat(expansion.until()).isEqualTo(expansion.pieces().get(1).begins() + 1);
  }

  /** Each moment has one shift, and the holder whom the rules name. */
  @Test
  void everyMomentHasItsHolder() {
    Random random = new Random(20_261_129);
    ZoneId zone = ZoneId.of("Europe/Berlin");
    for (int i = 0; i < 300; i++) {
      long now = MIDNIGHT + random.nextLong(2_000 * DAY);
      Rotation rotation =
          RotationTest.rotation(
              1 + random.nextInt(5),
              TurnUnit.DAY,
              1 + random.nextInt(9),
              "%02d:30".formatted(random.nextInt(24)),
              "2026-03-01");
      List<OnCallOverride> overrides = new ArrayList<>();
      for (int n = random.nextInt(8); n > 0; n--) {
        long from = now - DAY + random.nextLong(60 * DAY);
        overrides.add(
            new OnCallOverride(
                new UUID(1, n),
                person(random.nextBoolean() ? "G" : "H"),
                from,
                from + 1 + random.nextLong(5 * DAY)));
      }
      RotationExpansion expansion = RotationExpansion.of(rotation, zone, overrides, now);
      assertThat(expansion.pieces().size()).isLessThan(ShiftExpansion.MOST_SHIFTS);
      for (int sample = 0; sample < 60; sample++) {
        long at = expansion.from() + random.nextLong(91 * DAY);
        List<Piece> there =
            expansion.pieces().stream()
                .filter(piece -> piece.begins() <= at && at < piece.ends())
                .toList();
        assertThat(there).hasSize(1);
        assertThat(there.get(0).place()).isEqualTo(rotation.turns(zone, at, at + 1).get(0).place());
        UUID holder = null;
        for (OnCallOverride one : overrides) {
          holder = one.covers(at) ? one.user() : holder;
        }
        assertThat(there.get(0).takenBy()).isEqualTo(holder);
      }
    }
  }
}
