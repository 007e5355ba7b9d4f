package dev.belfry.engine.overview;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangeProcessorTest {
  @ParameterizedTest(name = "{0} ns: {1} ms")
  @CsvSource({"0, 1", "200_000, 1", "60_000_000, 180", "500_000_000, 1500", "9_000_000_000, 2000"})
  void leavesTheDatabaseThreeTimesWhatAFullBatchTookAtMostTwoSeconds(String nanos, long millis) {
    assertThat(ChangeProcessor.pauseMillis(Long.parseLong(nanos.replace("_", ""))))
        .isEqualTo(millis);
  }
}
