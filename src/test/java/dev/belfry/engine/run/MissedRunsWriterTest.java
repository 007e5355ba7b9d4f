package dev.belfry.engine.run;

import static dev.belfry.engine.run.RunSamples.HERE;
import static dev.belfry.engine.run.RunSamples.THERE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.monitoring.check.Reason;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In which order the writer stores results and missed runs. */
class MissedRunsWriterTest {
  private static final long PAST = RunFixture.EPOCH - 1_000_000_000;
  private static final int PERIOD = 10_000;

  private final RunFixture fixture = new RunFixture();
  private final ResultWriter writer = fixture.writer;
  private final FakeRunStore store = fixture.store;
  private final OwnedShard shard = fixture.claim(HERE, PAST - 1);

  @BeforeEach
  void start() {
    Series series =
        RunSamples.series(1, shard, null, new ScheduleVersion(0, ScheduleVersion.OPEN, PERIOD, 0));
    shard.series.put(1, series);
    writer.start();
  }

  private void add(int count) {
    for (int i = 0; i < count; i++) {
      writer.batch().add(RunSamples.result(1, i));
    }
  }

  private void miss(OwnedShard of, int series, long count) {
    MissedRange range = new MissedRange(PAST, PAST + (count - 1) * PERIOD, PERIOD);
    writer.missed.add(of, series, range, Reason.INSTANCE_STOPPED);
  }

  private long missedOfLast() {
    return store.last().batch().missed.stream().mapToLong(one -> one.range().count()).sum();
  }

  private void accept() {
    store.last().answer().complete(true);
  }

  /** That of the shard in the last batch, or null. */
  private @Nullable Long watermark() {
    return store.last().batch().watermarks.get(HERE);
  }

  @Test
  void resultsDoNotWaitForMissedRuns() {
    miss(shard, 1, 10 * ResultWriter.MOST_MISSED);
    fixture.timers.pass(50);
    add(2 * ResultWriter.LARGEST_BATCH);
    for (int i = 0; i < 2; i++) {
      accept();
      assertThat(store.last().batch().results).hasSize(ResultWriter.LARGEST_BATCH);
      assertThat(missedOfLast()).as("they get on too").isEqualTo(ResultWriter.MOST_MISSED);
    }
    accept();
    assertThat(store.last().batch().results).as("without a pause").isEmpty();
    assertThat(missedOfLast()).isEqualTo(ResultWriter.MOST_MISSED);
    assertThat(writer.missed.rows()).isEqualTo(6L * ResultWriter.MOST_MISSED);
  }

  @Test
  void anUrgentResultGoesWithTheNextBatch() {
    miss(shard, 1, 10 * ResultWriter.MOST_MISSED);
    fixture.timers.pass(50);
    add(1);
    writer.flushSoon();
    accept();
    assertThat(store.writes).hasSize(2);
    assertThat(store.last().batch().results).hasSize(1);
  }

  @Test
  void missedRunsNeverFillIt() {
    for (int series = 0; series < 110_000; series++) {
      miss(shard, series, 3);
    }
    fixture.timers.pass(50);
    assertThat(missedOfLast()).isEqualTo(ResultWriter.MOST_MISSED);
    assertThat(writer.isFull()).isFalse();
    assertThat(writer.waiting()).isZero();
  }

  @Test
  void theWatermarkWaitsForTheMissedRunsThatAreNotWritten() {
    miss(shard, 1, ResultWriter.MOST_MISSED + 1);
    fixture.timers.pass(50);
    assertThat(watermark()).isEqualTo(PAST + ResultWriter.MOST_MISSED * (long) PERIOD - 1);
    accept();
    fixture.timers.pass(50);
    assertThat(missedOfLast()).isEqualTo(1);
    accept();
    fixture.timers.pass(2_000);
    assertThat(watermark()).isEqualTo(fixture.shards.reached() - 1);
  }

  @Test
  void aFlushWritesTheMissedRunsOfItsShardsAndNoOthers() {
    OwnedShard kept = fixture.claim(THERE, PAST - 1);
    miss(kept, 2, 5 * ResultWriter.MOST_MISSED);
    miss(shard, 1, ResultWriter.MOST_MISSED + 1);
    Future<Void> flushed = writer.flush(List.of(HERE));
    accept();
    assertThat(flushed.isComplete()).isFalse();
    assertThat(store.last().batch().watermarks)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                HERE,
                fixture.shards.reached() - 1,
                THERE,
                PAST + (ResultWriter.MOST_MISSED - 1) * (long) PERIOD - 1));
    accept();
    assertThat(flushed.succeeded()).isTrue();
    assertThat(writer.missed.rows()).isPositive();
  }

  @Test
  void whoIsFencedForgetsTheMissedRunsToo() {
    miss(shard, 1, 5 * ResultWriter.MOST_MISSED);
    fixture.timers.pass(50);
    store.last().answer().complete(false);
    assertThat(writer.missed.rows()).isZero();
    fixture.timers.pass(60_000);
    assertThat(store.writes.stream().skip(1)).allMatch(one -> one.batch().missed.isEmpty());
  }
}
