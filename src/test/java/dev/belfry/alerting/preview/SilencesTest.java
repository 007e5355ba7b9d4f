package dev.belfry.alerting.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.maintenance.Interval;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the alerts of a replay are held back. */
class SilencesTest {
  private static final Silences TIMES =
      Silences.NONE
          .and(List.of(new Interval(30, 40), new Interval(10, 20)))
          .and(List.of(new Interval(12, 14), new Interval(18, 25)));

  /** Intervals begin with their first millisecond and end before their last. */
  @ParameterizedTest
  @CsvSource({
    "9, false",
    "10, true",
    "15, true",
    "19, true",
    "24, true",
    "25, false",
    "29, false",
    "30, true",
    "39, true",
    "40, false",
  })
  void intervalsInAnyOrderMayOverlap(long millis, boolean held) {
    assertThat(TIMES.holdAt(millis)).isEqualTo(held);
  }
}
