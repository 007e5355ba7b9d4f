package dev.belfry.engine.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.belfry.engine.objective.ObjectiveStatus.Judgement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How objectives stand. */
class ObjectiveStatusTest {
  private static final long NOW = 1_772_409_600_000L;

  private static ObjectiveStatus status(double target, long good, long bad, long missed) {
    return ObjectiveStatus.of(
        target,
        30,
        List.of(new TallySlot(NOW - 60_000, new ResultTally(good, bad, 0, missed))),
        NOW);
  }

  @ParameterizedTest
  @CsvSource({
    "99.9,   999, 0,    0, INSUFFICIENT_DATA",
    "99.9,   999, 1,    0, MET",
    "99.9,   998, 2,    0, BREACHED",
    "99.9,  1000, 0, 1000, MET",
    "99.9,  1000, 0, 1001, INSUFFICIENT_DATA",
    "99,     100, 0,    0, MET",
    "99,      99, 0,    0, INSUFFICIENT_DATA",
    "99.999, 99999, 1,  0, MET",
    "99.999, 99999, 0,  0, INSUFFICIENT_DATA",
    "50,       1, 1,    0, MET",
    "50,       0, 0,    0, INSUFFICIENT_DATA",
    "66.7,     3, 1,    0, MET",
    "66.7,     3, 0,    0, INSUFFICIENT_DATA",
  })
  void verdicts(double target, long good, long bad, long missed, Judgement verdict) {
    assertThat(status(target, good, bad, missed).verdict()).isEqualTo(verdict);
  }

  @Test
  void theBudgetIsAShareOfTheWindowAndMayBeOverspent() {
    ObjectiveStatus half = status(99.9, 9_995, 5, 7);
    assertThat(half.attained()).isEqualTo(99.95);
    assertThat(half.budgetMinutes()).isCloseTo(43.2, within(1e-9));
    assertThat(half.remainingShare()).isCloseTo(50, within(1e-9));
    assertThat(half.remainingMinutes()).isCloseTo(21.6, within(1e-9));
    assertThat(status(99.9, 9_970, 30, 0).remainingShare()).isCloseTo(-200, within(1e-9));
  }

  @Test
  void whatIsTooThinSaysSoAndIsNever100() {
    ObjectiveStatus thin = status(99.9, 40, 0, 3);
    assertThat(thin.attained()).isNull();
    assertThat(thin.remainingShare()).isNull();
    assertThat(thin.reason())
        .isEqualTo(
            "40 runs count in 30 days; one bad run can only be judged against 99.9 % with 1000");
    assertThat(status(99.9, 1_000, 0, 1_001).reason())
        .isEqualTo(
            "1001 runs are excluded (1001 missed, 0 faults of the observer), more than the 1000"
                + " that count");
  }

  @Test
  void theWindowBeginsAtAFullHour() {
    long day = 86_400_000;
    assertThat(ObjectiveStatus.begin(NOW + 60_000, 7)).isEqualTo(NOW - 7 * day);
    assertThat(ObjectiveStatus.earliest(NOW, 7)).isEqualTo(NOW - 7 * day);
    assertThat(ObjectiveStatus.earliest(NOW, 1)).as("of burn rates").isEqualTo(NOW - 3 * day);
  }

  @Test
  void attainedIsRoundedDown() {
    assertThat(status(99.9, 9_999_999, 1, 0).attained()).isEqualTo(99.9999);
  }
}
