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

/** When the writer stores missed runs, and what their watermarks wait for. */
class MissedRunsWriterTest {
  private static final long PAST = RunFixture.EPOCH - 1_000_000_000;
  private static final int PERIOD = 10_000;
  private static final int ROWS = MissedPace.LEAST_ROWS;

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
      writer.batch(RunSamples.CHECK, false).add(RunSamples.result(1, i));
    }
  }

  private void miss(OwnedShard of, int series, long count) {
    MissedRange range = new MissedRange(PAST, PAST + (count - 1) * PERIOD, PERIOD);
    writer.missed.add(of, series, range, Reason.INSTANCE_STOPPED);
  }

  private long missedOfLast() {
    return store.lastMissed().batch().rows();
  }

  private void accept() {
    store.last().answer().complete(true);
  }

  private void acceptMissed() {
    store.lastMissed().answer().complete(true);
  }

  /** That of the shard in the last batch, or null. */
  private @Nullable Long watermark() {
    return store.last().batch().watermarks.get(HERE);
  }

  @Test
  void resultsDoNotWaitForMissedRuns() {
    miss(shard, 1, 10 * ROWS);
    fixture.timers.pass(50);
    assertThat(missedOfLast()).isEqualTo(ROWS);
    add(2 * ResultWriter.LARGEST_BATCH);
    fixture.timers.pass(50);
    for (int i = 0; i < 2; i++) {
      assertThat(store.last().batch().results).hasSize(ResultWriter.LARGEST_BATCH);
      accept();
    }
    assertThat(store.missedWrites).as("one at a time").hasSize(1);
    assertThat(writer.missed.rows()).isEqualTo(10 * ROWS);
  }

  @Test
  void missedRunsLeaveTheDatabaseThreeTimesAsLongAsTheyTook() {
    miss(shard, 1, 10 * ROWS);
    fixture.timers.pass(50);
    fixture.timers.pass(20);
    acceptMissed();
    fixture.timers.pass(59);
    assertThat(store.missedWrites).hasSize(1);
    fixture.timers.pass(1);
    assertThat(store.missedWrites).hasSize(2);
  }

  @Test
  void aFewMissedRunsGatherForAMoment() {
    miss(shard, 1, ROWS + 1);
    fixture.timers.pass(50);
    acceptMissed();
    fixture.timers.pass(49);
    assertThat(store.missedWrites).hasSize(1);
    fixture.timers.pass(1);
    assertThat(missedOfLast()).isEqualTo(1);
  }

  @Test
  void whatFailedIsTriedAgainAsItWas() {
    miss(shard, 1, 2 * ROWS);
    fixture.timers.pass(50);
    MissedBatch batch = store.lastMissed().batch();
    store.lastMissed().answer().fail("away");
    fixture.timers.pass(249);
    assertThat(store.missedWrites).hasSize(1);
    fixture.timers.pass(1);
    assertThat(store.missedWrites).hasSize(2);
    assertThat(store.lastMissed().batch()).isSameAs(batch);
  }

  @Test
  void missedRunsNeverFillIt() {
    for (int series = 0; series < 110_000; series++) {
      miss(shard, series, 3);
    }
    fixture.timers.pass(50);
    assertThat(writer.isFull()).isFalse();
    assertThat(writer.waiting()).isZero();
  }

  @Test
  void theWatermarkWaitsForTheMissedRunsThatAreNotWritten() {
    miss(shard, 1, ROWS + 1);
    fixture.timers.pass(50);
    assertThat(missedOfLast()).isEqualTo(ROWS);
    assertThat(store.writes).as("nothing to promise").isEmpty();
    acceptMissed();
    fixture.timers.pass(50);
    assertThat(watermark()).isEqualTo(PAST + ROWS * (long) PERIOD - 1);
    accept();
    acceptMissed();
    fixture.timers.pass(2_000);
    assertThat(watermark()).isEqualTo(fixture.shards.reached() - 1);
  }

  @Test
  void aFlushWritesTheMissedRunsOfItsShardsAndNoOthers() {
    OwnedShard kept = fixture.claim(THERE, PAST - 1);
    miss(kept, 2, 5 * ROWS);
    miss(shard, 1, ROWS + 1);
    Future<Void> flushed = writer.flush(List.of(HERE));
    acceptMissed();
    assertThat(store.missedWrites).as("without a pause").hasSize(2);
    assertThat(store.writes).as("the watermark comes after them").isEmpty();
    acceptMissed();
    assertThat(store.last().batch().watermarks)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                HERE,
                fixture.shards.reached() - 1,
                THERE,
                PAST + (store.lastMissed().batch().rows() - 1) * PERIOD - 1));
    assertThat(flushed.isComplete()).isFalse();
    accept();
    assertThat(flushed.succeeded()).isTrue();
    assertThat(writer.missed.rows()).isPositive();
  }

  @Test
  void aFencedInstanceForgetsTheMissedRuns() {
    miss(shard, 1, 5 * ROWS);
    fixture.timers.pass(50);
    store.lastMissed().answer().complete(false);
    assertThat(fixture.membership.fenced).isEqualTo(1);
    assertThat(writer.missed.rows()).isZero();
    fixture.timers.pass(60_000);
    assertThat(store.missedWrites).hasSize(1);
  }

  @Test
  void aFlushEndsWhenItsMissedRunsAreForgotten() {
    miss(shard, 1, 5 * ROWS);
    Future<Void> flushed = writer.flush(List.of(HERE));
    writer.forget();
    assertThat(flushed.succeeded()).isTrue();
    acceptMissed();
    assertThat(store.missedWrites).hasSize(1);
    assertThat(store.writes).isEmpty();
  }
}
