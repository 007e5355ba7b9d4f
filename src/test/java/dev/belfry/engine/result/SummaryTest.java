package dev.belfry.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.result.analytics.Metric;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@link Summary} and {@link Metric}. */
class SummaryTest {
  @Test
  void countsDegradedAsAvailableAndLeavesOutWhatTellsNothing() {
    Summary summary = new Summary();
    summary.add(sums(new Sums.Counts(5, 2, 1, 7, 9)));
    assertThat(summary.runs()).isEqualTo(8);
    assertThat(summary.availability()).isEqualTo(87.5);
  }

  @Test
  void saysHundredPerCentOnlyWhenAllIsWell() {
    Summary summary = new Summary();
    summary.add(sums(new Sums.Counts(9_999_999, 0, 1, 0, 0)));
    assertThat(summary.availability()).isEqualTo(99.9999);
    Summary well = new Summary();
    well.add(sums(new Sums.Counts(9_999_999, 0, 0, 0, 0)));
    assertThat(well.availability()).isEqualTo(100.0);
  }

  @Test
  void tellsNothingFromNothing() {
    Summary summary = new Summary();
    summary.add(sums(new Sums.Counts(0, 0, 0, 3, 3)));
    for (Metric metric : Metric.values()) {
      assertThat(metric.of(summary)).as(metric.wire()).isNull();
    }
  }

  @Test
  void keepsPercentilesWithinWhatWasSeen() {
    Summary summary = new Summary();
    int bucket = Histogram.bucket(100_000);
    ByteBuffer histogram = ByteBuffer.allocate(4).putShort((short) bucket).putShort((short) 2);
    summary.add(
        new Sums(
            new UUID(0, 0),
            "x",
            0,
            new Sums.Counts(2, 0, 0, 0, 0),
            2,
            200_001,
            100_000,
            100_001,
            histogram.flip()));
    assertThat(summary.percentile(0.99)).isBetween(100.0, 100.001);
    assertThat(summary.average()).isBetween(100.0, 100.001);
    assertThat(summary.sum()).isEqualTo(200.001);
  }

  @Test
  void readsTheNamesOfMetrics() {
    assertThat(Metric.parse(" availability, responseTime_p95"))
        .hasValueSatisfying(
            metrics -> assertThat(metrics).containsExactly(Metric.AVAILABILITY, Metric.P95));
    assertThat(Metric.parse("")).isEqualTo(Optional.empty());
    assertThat(Metric.parse("availability,")).isEmpty();
    assertThat(Metric.names()).startsWith("availability, responseTime_avg, ");
  }

  private static Sums sums(Sums.Counts counts) {
    return new Sums(new UUID(0, 0), "x", 0, counts, 0, 0, null, null, ByteBuffer.allocate(0));
  }
}
