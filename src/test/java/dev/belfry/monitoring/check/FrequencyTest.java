package dev.belfry.monitoring.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrequencyTest {
  @DisplayName("Spec, Check group configuration: frequency constants (EVERY_3H: wire contract 3.5)")
  @ParameterizedTest(name = "{0} is frequency {1} with offset {2}, every {3}")
  @CsvSource({
    "EVERY_10S, 0, 10, PT10S",
    "EVERY_20S, 0, 20, PT20S",
    "EVERY_30S, 0, 30, PT30S",
    "EVERY_1M, 1, 0, PT1M",
    "EVERY_2M, 2, 0, PT2M",
    "EVERY_5M, 5, 0, PT5M",
    "EVERY_10M, 10, 0, PT10M",
    "EVERY_15M, 15, 0, PT15M",
    "EVERY_30M, 30, 0, PT30M",
    "EVERY_1H, 60, 0, PT1H",
    "EVERY_2H, 120, 0, PT2H",
    "EVERY_3H, 180, 0, PT3H",
    "EVERY_6H, 360, 0, PT6H",
    "EVERY_12H, 720, 0, PT12H",
    "EVERY_24H, 1440, 0, PT24H",
  })
  void constantsStandForTheTwoNumbersOnTheWire(
      Frequency frequency, int minutes, int offsetSeconds, Duration period) {
    assertThat(frequency.minutes()).isEqualTo(minutes);
    assertThat(frequency.offsetSeconds()).isEqualTo(offsetSeconds);
    assertThat(frequency.period()).isEqualTo(period);
    assertThat(frequency.isSubMinute()).isEqualTo(minutes == 0);
  }

  @Test
  @DisplayName("Spec, URL monitor: frequency is one of 13 values")
  void theConstantsCoverExactlyTheAllowedMinutes() {
    assertThat(Frequency.MINUTES).hasSize(13);
    assertThat(Arrays.stream(Frequency.values()).map(Frequency::minutes).distinct())
        .containsExactlyElementsOf(Frequency.MINUTES);
    assertThat(
            Arrays.stream(Frequency.values())
                .filter(Frequency::isSubMinute)
                .map(Frequency::offsetSeconds))
        .containsExactlyElementsOf(Frequency.SUB_MINUTE_SECONDS);
  }

  @ParameterizedTest
  @EnumSource(Frequency.class)
  void constantsAreReadByTheirName(Frequency frequency) {
    assertThat(Frequency.of(TextNode.valueOf(frequency.name()))).isEqualTo(frequency);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = ".*S", value = Frequency.class)
  void constantsFromAMinuteOnAreReadByTheirMinutes(Frequency frequency) {
    assertThat(Frequency.of(IntNode.valueOf(frequency.minutes()))).isEqualTo(frequency);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, -1})
  void numbersThatNameNoConstantAreRefused(int minutes) {
    assertThatThrownBy(() -> Frequency.of(IntNode.valueOf(minutes)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Integer.toString(minutes));
  }

  @Test
  void textsThatNameNoConstantAreRefused() {
    assertThatThrownBy(() -> Frequency.of(TextNode.valueOf("EVERY_7M")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("EVERY_7M");
  }

  @Test
  void theOffsetCountsForThePeriodOnlyAtFrequencyZero() {
    assertThat(Frequency.period(5, 50)).isEqualTo(Duration.ofMinutes(5));
    assertThat(Frequency.period(5, null)).isEqualTo(Duration.ofMinutes(5));
    assertThat(Frequency.period(0, 20)).isEqualTo(Duration.ofSeconds(20));
  }

  @ParameterizedTest(name = "{0} s: {1}")
  @CsvSource({
    "0, EVERY_10S",
    "10, EVERY_10S",
    "19.9, EVERY_10S",
    "20, EVERY_20S",
    "59, EVERY_30S",
    "60, EVERY_1M",
    "90, EVERY_1M",
    "10800, EVERY_3H",
    "1e9, EVERY_24H",
  })
  void theLongestPeriodWithinATimeIsFound(double seconds, Frequency longest) {
    assertThat(Frequency.within(seconds)).isEqualTo(longest);
  }

  @Test
  void numbersWithoutAPeriodAreRefused() {
    assertThatThrownBy(() -> Frequency.period(0, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Frequency.period(0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Frequency.period(-1, 10)).isInstanceOf(IllegalArgumentException.class);
  }
}
