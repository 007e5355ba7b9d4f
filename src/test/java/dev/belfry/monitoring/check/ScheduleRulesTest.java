package dev.belfry.monitoring.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.error.Violation;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleRulesTest {
  @DisplayName("Spec, frequencyOffset rules 1 to 3: accepted")
  @ParameterizedTest(name = "frequency {0} with offset {1}")
  @CsvSource({
    "0, 10",
    "0, 20",
    "0, 30",
    "1, 1",
    "1, 10",
    "1,",
    "2, 20",
    "5, 1",
    "5, 50",
    "10, 100",
    "15, 150",
    "30, 300",
    "60, 600",
    "60,",
    "120, 1",
    "120, 2",
    "180, 3",
    "360, 6",
    "720, 12",
    "720, 1",
    "720,",
    "1440, 24",
    ", 1",
    ", 100",
    ",",
  })
  void pairsInsideTheRulesAreAccepted(@Nullable Integer frequency, @Nullable Integer offset) {
    assertThat(ScheduleRules.violations(frequency, offset)).isEmpty();
  }

  @DisplayName("Spec, frequencyOffset rules 1 to 3: refused")
  @ParameterizedTest(name = "frequency {0} with offset {1}: {2}")
  @CsvSource({
    "0, , '10, 20 or 30'",
    "0, 0, '10, 20 or 30'",
    "0, 1, '10, 20 or 30'",
    "0, 15, '10, 20 or 30'",
    "0, 40, '10, 20 or 30'",
    "1, 0, between 1 and 10",
    "1, 11, between 1 and 10",
    "5, 51, between 1 and 50",
    "5, -1, between 1 and 50",
    "60, 601, between 1 and 600",
    "120, 3, between 1 and 2",
    "720, 13, between 1 and 12",
    "1440, 25, between 1 and 24",
    ", 101, between 1 and 100",
  })
  void pairsOutsideTheRulesAreRefusedWithTheAllowedRange(
      @Nullable Integer frequency, @Nullable Integer offset, String range) {
    assertThat(ScheduleRules.violations(frequency, offset))
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.path()).isEqualTo("/frequencyOffset");
              assertThat(violation.message()).contains("must be " + range);
            });
  }

  @Test
  void aFrequencyThatIsNotInTheListIsNamed() {
    assertThat(ScheduleRules.violations(7, 1))
        .containsExactly(
            new Violation(
                "/frequency",
                "must be one of [0, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440] minutes"));
  }

  @Property
  void theLargestOffsetIsAcceptedAndTheNextRefused(@ForAll("minutes") int frequency) {
    int max = ScheduleRules.maxOffset(frequency);
    assertThat(ScheduleRules.violations(frequency, max)).isEmpty();
    assertThat(ScheduleRules.violations(frequency, max + 1)).hasSize(1);
  }

  @Property
  void anOffsetIsAcceptedExactlyBetweenOneAndTheLargest(
      @ForAll("minutes") int frequency, @ForAll @IntRange(min = -5, max = 700) int offset) {
    assertThat(ScheduleRules.violations(frequency, offset).isEmpty())
        .isEqualTo(offset >= 1 && offset <= ScheduleRules.maxOffset(frequency));
  }

  @Property
  void theLargestOffsetIsTheFormulaOfTheSpecification(@ForAll("minutes") int frequency) {
    double formula = frequency <= 60 ? Math.floor(frequency * 10.0) : Math.ceil(frequency / 60.0);
    assertThat((double) ScheduleRules.maxOffset(frequency)).isEqualTo(formula);
  }

  @Property
  void everyAcceptedPairHasAPeriod(
      @ForAll("anyMinutes") int frequency, @ForAll @IntRange(min = -5, max = 700) int offset) {
    if (ScheduleRules.violations(frequency, offset).isEmpty()) {
      assertThat(Frequency.period(frequency, offset)).isPositive();
    }
  }

  @Provide
  Arbitrary<Integer> minutes() {
    return Arbitraries.of(Frequency.MINUTES).filter(minutes -> minutes > 0);
  }

  @Provide
  Arbitrary<Integer> anyMinutes() {
    return Arbitraries.of(Frequency.MINUTES);
  }
}
