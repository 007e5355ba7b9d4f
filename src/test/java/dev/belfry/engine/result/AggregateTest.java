package dev.belfry.engine.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.belfry.engine.result.analytics.Metric;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@link Aggregate} and {@link Metric}. */
class AggregateTest {
  private static final List<Metric> COUNTS =
      List.of(Metric.RUNS, Metric.DEGRADED, Metric.FAILED, Metric.MISSED);

  @Test
  void countsDegradedAsAvailableAndLeavesOutWhatTellsNothing() {
    Aggregate summary = new Aggregate();
    summary.add(sums(new RollUp.Counts(5, 2, 1, 7, 9)));
    assertThat(summary.runs()).isEqualTo(8);
    assertThat(summary.availability()).isEqualTo(87.5);
  }

  @Test
  void saysHundredPerCentOnlyWhenAllIsWell() {
    Aggregate summary = new Aggregate();
    summary.add(sums(new RollUp.Counts(9_999_999, 0, 1, 0, 0)));
    assertThat(summary.availability()).isEqualTo(99.9999);
    Aggregate well = new Aggregate();
    well.add(sums(new RollUp.Counts(9_999_999, 0, 0, 0, 0)));
    assertThat(well.availability()).isEqualTo(100.0);
  }

  @Test
  void tellsNothingFromNothing() {
    Aggregate summary = new Aggregate();
    summary.add(sums(new RollUp.Counts(0, 0, 0, 3, 3)));
    for (Metric metric : Metric.values()) {
      if (!COUNTS.contains(metric)) {
        assertThat(metric.of(summary)).as(metric.wire()).isNull();
      }
    }
  }

  @Test
  void countsRuns() {
    Aggregate summary = new Aggregate();
    summary.add(sums(new RollUp.Counts(5, 2, 1, 3, 4)));
    summary.add(sums(new RollUp.Counts(1, 0, 1, 0, 0)));
    assertThat(COUNTS).extracting(metric -> metric.of(summary)).containsExactly(10L, 2L, 2L, 4L);
  }

  @Test
  void keepsPercentilesWithinWhatWasSeen() {
    Aggregate summary = new Aggregate();
    int bucket = Histogram.bucket(100_000);
    ByteBuffer histogram = ByteBuffer.allocate(4).putShort((short) bucket).putShort((short) 2);
    summary.add(
        new RollUp(
            new UUID(0, 0),
            "x",
            0,
            new RollUp.Counts(2, 0, 0, 0, 0),
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
    assertThat(Metric.parse(" availability, responseTime_p95, total_p95"))
        .hasValueSatisfying(
            metrics ->
                assertThat(metrics)
                    .containsExactly(
                        entry("availability", Metric.AVAILABILITY),
                        entry("responseTime_p95", Metric.P95),
                        entry("total_p95", Metric.P95)));
    assertThat(Metric.parse("total_availability")).isEmpty();
    assertThat(Metric.parse("")).isEqualTo(Optional.empty());
    assertThat(Metric.parse("availability,")).isEmpty();
    assertThat(Metric.names()).startsWith("availability, responseTime_avg, total_avg, ");
  }

  private static RollUp sums(RollUp.Counts counts) {
    return new RollUp(new UUID(0, 0), "x", 0, counts, 0, 0, null, null, ByteBuffer.allocate(0));
  }
}
