package dev.belfry.engine.objective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.objective.BurnAlerts.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When an error budget is spent too fast. */
class BurnRateTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long NOON = 1_772_409_600_000L;

  private static ResultTally runs(long counted, long bad, long excluded) {
    return new ResultTally(counted - bad, bad, 0, excluded);
  }

  /** For a target of 99.9 %, a burn rate of 1 is one bad run of a thousand. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // pair | long: counted, bad, excluded | short: counted, bad | state
        "FAST   |   60 |  0 |  0 |   5 | 0 | CALM",
        "FAST   |   60 |  1 |  0 |   5 | 1 | BETWEEN", // one failed run never alerts
        "FAST   |   60 |  2 |  0 |   5 | 1 | BURNING",
        "FAST   |   60 |  2 |  0 |   5 | 0 | BETWEEN", // no longer being spent
        "FAST   | 1000 | 15 |  0 | 100 | 2 | BETWEEN", // 14 without the one
        "FAST   | 1000 | 16 |  0 | 100 | 2 | BURNING",
        "FAST   | 1000 | 12 |  0 | 100 | 1 | CALM",
        "FAST   | 1000 | 13 |  0 | 100 | 1 | BETWEEN",
        "FAST   | 1000 | 16 |  0 | 100 | 1 | BETWEEN",
        "FAST   | 1000 | 12 |  0 | 100 | 2 | BETWEEN",
        "FAST   |    9 |  9 |  0 |   5 | 5 | INSUFFICIENT_DATA",
        "FAST   |   10 | 10 |  0 |   5 | 5 | BURNING",
        "FAST   |   60 | 10 |  0 |   0 | 0 | INSUFFICIENT_DATA",
        "FAST   |   30 | 30 | 31 |   5 | 5 | INSUFFICIENT_DATA",
        "FAST   |   30 | 30 | 30 |   5 | 5 | BURNING",
        "MEDIUM |  360 |  3 |  0 |  30 | 1 | BETWEEN",
        "MEDIUM |  360 |  4 |  0 |  30 | 1 | BURNING",
        "SLOW   | 4320 |  5 |  0 | 360 | 1 | BETWEEN",
        "SLOW   | 4320 |  6 |  0 | 360 | 1 | BURNING",
        "SLOW   | 4320 |  6 |  0 | 360 | 0 | BETWEEN",
      })
  void statesOfAPair(
      BurnPair pair,
      long longCounted,
      long longBad,
      long excluded,
      long shortCounted,
      long shortBad,
      BurnRate.State state) {
    BurnRate rate =
        new BurnRate(
            pair, 99.9, runs(longCounted, longBad, excluded), runs(shortCounted, shortBad, 0));
    assertThat(rate.state()).isEqualTo(state);
  }

  /** For a target of 99 %, a burn rate of 1 is one bad run of a hundred, which is exact. */
  @ParameterizedTest
  @CsvSource({
    "MEDIUM, 100, 8, 7, BURNING",
    "MEDIUM, 100, 8, 6, BETWEEN",
    "MEDIUM, 100, 7, 7, BETWEEN",
    "SLOW, 1000, 8, 8, CALM",
    "SLOW, 1000, 9, 8, BETWEEN",
    "SLOW, 1000, 8, 9, BETWEEN",
  })
  void aRateMustExceedTheFactorOrBeBelowItsShare(
      BurnPair pair, long counted, long longBad, long shortBad, BurnRate.State state) {
    BurnRate rate = new BurnRate(pair, 99, runs(counted, longBad, 0), runs(counted, shortBad, 0));
    assertThat(rate.state()).isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource({
    "FAST, PAGE, 14.4, PT1H, PT5M",
    "MEDIUM, PAGE, 6, PT6H, PT30M",
    "SLOW, TICKET, 1, PT72H, PT6H",
  })
  void thePairsAreThoseOfTheWorkbook(
      BurnPair pair, BurnSeverity severity, double factor, Duration over, Duration and) {
    assertThat(pair.severity()).isEqualTo(severity);
    assertThat(BurnPair.ofFactor(factor)).isEqualTo(pair);
    assertThat(pair.longMillis()).isEqualTo(over.toMillis());
    assertThat(pair.shortMillis()).isEqualTo(and.toMillis());
  }

  /** The pair that began the episode, and how both pairs of the severity are now. */
  @ParameterizedTest
  @CsvSource({
    "FAST, CALM, CALM, true",
    "FAST, CALM, THIN, true",
    "FAST, CALM, SILENT, true",
    "FAST, CALM, BETWEEN, false",
    "FAST, CALM, BURNING, false",
    "FAST, THIN, CALM, false",
    "FAST, BETWEEN, CALM, false",
    "FAST, SILENT, SILENT, true",
    "MEDIUM, THIN, CALM, true",
    "MEDIUM, BURNING, CALM, false",
    "MEDIUM, CALM, THIN, false",
  })
  void anEpisodeEndsWhenItsPairIsCalmAndNoOtherBurns(
      BurnPair began, String fast, String medium, boolean ends) {
    List<BurnRate> rates = List.of(rate(BurnPair.FAST, fast), rate(BurnPair.MEDIUM, medium));
    List<Transition> changes = BurnAlerts.decide(Map.of(BurnSeverity.PAGE, began), rates);
    assertThat(changes).hasSize(ends ? 1 : 0);
    changes.forEach(
        change -> {
          assertThat(change.begins()).isFalse();
          assertThat(change.rate().pair()).isEqualTo(began);
        });
  }

  private static BurnRate rate(BurnPair pair, String state) {
    return switch (state) {
      case "CALM" -> new BurnRate(pair, 99.9, runs(60, 0, 0), runs(5, 0, 0));
      case "BETWEEN" -> new BurnRate(pair, 99.9, runs(60, 2, 0), runs(5, 0, 0));
      case "BURNING" -> new BurnRate(pair, 99.9, runs(60, 2, 0), runs(5, 1, 0));
      case "THIN" -> new BurnRate(pair, 99.9, runs(9, 1, 0), runs(1, 0, 0));
      default -> new BurnRate(pair, 99.9, runs(0, 0, 3), runs(0, 0, 1));
    };
  }

  @Test
  void aWindowBeginsWithItsFirstMillisecondAndSumsAllKinds() {
    ResultTally each = new ResultTally(1, 2, 3, 4);
    List<TallySlot> slots = List.of(new TallySlot(9, each), new TallySlot(10, each));
    assertThat(TallySlot.since(slots, 10)).isEqualTo(each);
    assertThat(TallySlot.since(slots, 9)).isEqualTo(new ResultTally(2, 4, 6, 8));
  }

  @Test
  void ratesAreNullWithoutRuns() {
    BurnRate rate = new BurnRate(BurnPair.FAST, 99, runs(50, 1, 0), runs(0, 0, 3));
    assertThat(rate.longRate()).isEqualTo(2);
    assertThat(rate.shortRate()).isNull();
    assertThat(new BurnRate(BurnPair.FAST, 99, runs(1, 1, 0), runs(0, 0, 0)).longRate())
        .isEqualTo(100);
  }

  /** What is said, minute by minute: each character is a run of every minute. */
  private static List<String> film(double target, String strip, long start) {
    Map<BurnSeverity, BurnPair> open = new EnumMap<>(BurnSeverity.class);
    List<TallySlot> slots = new ArrayList<>();
    List<String> said = new ArrayList<>();
    for (int minute = 0; minute < strip.length(); minute++) {
      char run = strip.charAt(minute);
      slots.add(
          new TallySlot(
              start + minute * MINUTE,
              switch (run) {
                case '.' -> new ResultTally(1, 0, 0, 0);
                case 'X' -> new ResultTally(0, 1, 0, 0);
                case '?' -> new ResultTally(0, 0, 1, 0);
                case '-' -> new ResultTally(0, 0, 0, 1);
                default -> ResultTally.NONE;
              }));
      List<BurnRate> rates = BurnRate.all(target, slots, start + (minute + 1) * MINUTE);
      for (Transition change : BurnAlerts.decide(open, rates)) {
        said.add((minute + 1) + " " + change.severity() + (change.begins() ? " begins" : " ends"));
        if (change.begins()) {
          open.put(change.severity(), change.rate().pair());
        } else {
          open.remove(change.severity());
        }
      }
    }
    return said;
  }

  /** 8 of 129 runs exceed six times one percent; 10 of 186 are below 90 % of that. */
  @Test
  void anOutageOfTenMinutesPagesOnceAndEndsAnHourLater() {
    String strip = ".".repeat(120) + "X".repeat(10) + ".".repeat(120);
    assertThat(film(99, strip, NOON))
        .containsExactly("123 TICKET begins", "129 PAGE begins", "186 PAGE ends");
  }

  @Test
  void oneFailedRunSaysNothing() {
    assertThat(film(99.9, ".".repeat(200) + "X" + ".".repeat(200), NOON)).isEmpty();
  }

  @Test
  void missedRunsAndFaultsOfTheObserverSayNothing() {
    String strip = ".".repeat(100) + "-".repeat(100) + "?".repeat(100) + ".".repeat(30);
    assertThat(film(99.9, strip, NOON)).isEmpty();
  }

  @Test
  void anEpisodeEndsWhenNothingCountsAnyMore() {
    String strip = ".".repeat(60) + "X".repeat(30) + " ".repeat(8 * 60);
    List<String> said = film(50, ".".repeat(60) + strip, NOON);
    assertThat(film(99.9, strip, NOON))
        .contains("62 PAGE begins")
        .last()
        .asString()
        .contains("ends");
    assertThat(said).as("a budget of one half is never spent 14 times too fast").isEmpty();
  }

  @Property(tries = 300)
  void aRateNearTheFactorDoesNotFlap(@ForAll("nearFactor") List<Integer> bad) {
    Map<BurnSeverity, BurnPair> open = new EnumMap<>(BurnSeverity.class);
    int changes = 0;
    for (int one : bad) {
      List<BurnRate> rates =
          List.of(new BurnRate(BurnPair.FAST, 99.9, runs(10_000, one, 0), runs(10_000, one, 0)));
      for (Transition change : BurnAlerts.decide(open, rates)) {
        changes++;
        open.put(change.severity(), change.rate().pair());
        assertThat(change.begins()).isTrue();
      }
    }
    assertThat(changes).isLessThanOrEqualTo(1);
  }

  /** From 90 % of the factor to a little above it. */
  @Provide
  Arbitrary<List<Integer>> nearFactor() {
    return Arbitraries.integers().between(130, 150).list().ofMinSize(2).ofMaxSize(50);
  }

  @Property(tries = 500)
  void noAlertBeginsWithoutEnoughData(@ForAll("strips") String strip) {
    int counted = 0;
    for (String said : film(99.9, strip, NOON)) {
      if (said.endsWith("begins")) {
        int until = Integer.parseInt(said.substring(0, said.indexOf(' ')));
        counted = (int) strip.substring(0, until).chars().filter(c -> c == '.' || c == 'X').count();
        long failed = strip.substring(0, until).chars().filter(c -> c == 'X').count();
        assertThat(counted).isGreaterThanOrEqualTo(BurnRate.LEAST_RUNS);
        assertThat(failed).isGreaterThan(1);
      }
    }
  }

  @Provide
  Arbitrary<String> strips() {
    return Arbitraries.strings().withChars(".X?- ").ofMinLength(1).ofMaxLength(150);
  }

  @Test
  void longWindowsBeginAtAFullHour() {
    long now = NOON + 17 * MINUTE;
    assertThat(BurnPair.begin(now, HOUR)).isEqualTo(now - HOUR);
    assertThat(BurnPair.begin(now, 6 * HOUR)).isEqualTo(NOON - 6 * HOUR);
  }
}
