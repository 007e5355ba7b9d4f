package dev.belfry.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackOffPlanTest {
  private final BackOffPlan plan = new BackOffPlan(new Random(7));

  @ParameterizedTest
  @CsvSource({
    "1, 1000",
    "2, 2000",
    "3, 4000",
    "10, 512000",
    "11, 900000",
    "12, 900000",
    "1000000, 900000"
  })
  void spreadsOverABoundThatDoublesUpToAQuarterOfAnHour(int attempts, long bound) {
    LongStream waits = LongStream.generate(() -> plan.waitMillis(attempts, null)).limit(2_000);
    assertThat(waits.summaryStatistics())
        .satisfies(
            found -> {
              assertThat(found.getMin()).isBetween(100L, 100 + bound / 20);
              assertThat(found.getMax()).isBetween(bound - bound / 20, bound);
              assertThat(found.getAverage()).isBetween(bound * 0.45, bound * 0.60);
            });
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 100, 1100",
    "PT30S, 30000, 30100",
    "PT1H, 3600000, 3600100",
    "P40D, 3600000, 3600100"
  })
  void honoursWhatTheReceiverAskedForUpToAnHour(Duration asked, long least, long most) {
    assertThat(plan.waitMillis(1, asked)).isBetween(least, most);
  }

  @Test
  void theSameSeedGivesTheSameWaits() {
    BackOffPlan other = new BackOffPlan(new Random(7));
    assertThat(LongStream.range(0, 50).map(i -> plan.waitMillis((int) i, null)).toArray())
        .isEqualTo(LongStream.range(0, 50).map(i -> other.waitMillis((int) i, null)).toArray());
  }
}
