package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.cluster.EngineClock;
import dev.belfry.platform.cluster.ShardKey;
import dev.belfry.testing.FakeTimers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResultWriterTest {
  private static final int CAPACITY = 10_000;

  private final FakeTimers timers = new FakeTimers();
  private final FakeRunStore store = new FakeRunStore();
  private final List<OwnedShard> shards = new ArrayList<>();
  private final List<ResultBatch> written = new ArrayList<>();
  private final FakeMembership membership = new FakeMembership(42);
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final ResultWriter writer =
      new ResultWriter(
          store,
          timers,
          new EngineClock(timers::nanos),
          membership,
          new FakeProgress(),
          written::add,
          new RunMetrics(registry),
          CAPACITY);
  private long reached = 1_000_000;

  private final class FakeProgress implements ResultWriter.Progress {
    @Override
    public Collection<OwnedShard> all() {
      return shards;
    }

    @Override
    public long reached() {
      return reached;
    }
  }

  @BeforeEach
  void start() {
    writer.start();
  }

  private void add(int count) {
    for (int i = 0; i < count; i++) {
      writer.batch(RunSamples.CHECK, false).add(RunSamples.result(1, i));
    }
  }

  private OwnedShard shard(long watermark) {
    OwnedShard shard = RunSamples.shard(watermark);
    shard.series.put(1, RunSamples.series(1, shard, null, RunSamples.EVERY_TEN_SECONDS));
    shards.add(shard);
    return shard;
  }

  private static Map<ShardKey, Long> marks(FakeRunStore.Write write) {
    return write.batch().watermarks;
  }

  @Test
  void nothingIsWrittenWhenThereIsNothingToSay() {
    timers.pass(10_000);
    assertThat(store.writes).isEmpty();
  }

  @Test
  void whatComesWithinAMomentIsWrittenTogether() {
    add(3);
    timers.pass(49);
    assertThat(store.writes).isEmpty();
    timers.pass(1);
    assertThat(store.last().instance()).isEqualTo(42);
    assertThat(store.last().batch().results).hasSize(3);
  }

  @Test
  void oneBatchIsUnderWayAtATimeAndTheyKeepTheirOrder() {
    add(1);
    timers.pass(50);
    add(2);
    timers.pass(1_000);
    assertThat(store.writes).hasSize(1);
    assertThat(writer.waiting()).isEqualTo(3);
    store.last().answer().complete(true);
    timers.pass(50);
    assertThat(store.writes).hasSize(2);
    assertThat(store.last().batch().results).hasSize(2);
    assertThat(written).containsExactly(store.writes.get(0).batch());
  }

  @Test
  void whatIsMoreThanABatchFollowsAtOnce() {
    add(1);
    timers.pass(50);
    add(2 * ResultWriter.LARGEST_BATCH + 5);
    store.last().answer().complete(true);
    assertThat(store.writes).hasSize(2);
    store.last().answer().complete(true);
    assertThat(store.writes).hasSize(3);
    store.last().answer().complete(true);
    assertThat(store.writes).as("what is not full waits for the timer").hasSize(3);
    timers.pass(50);
    assertThat(store.writes.stream().map(one -> one.batch().rows()))
        .containsExactly(1L, 4_000L, 4_000L, 5L);
    assertThat(writer.waiting()).isEqualTo(5);
    store.last().answer().complete(true);
    assertThat(writer.waiting()).isZero();
  }

  @Test
  void whatFailedIsTriedAgainAsItWas() {
    add(2);
    timers.pass(50);
    ResultBatch batch = store.last().batch();
    store.last().answer().fail("away");
    add(1);
    assertThat(writer.isFailing()).isTrue();
    timers.pass(249);
    assertThat(store.writes).hasSize(1);
    timers.pass(1);
    assertThat(store.writes).hasSize(2);
    assertThat(store.last().batch()).isSameAs(batch);
    assertThat(batch.results).hasSize(2);
    assertThat(writer.waiting()).isEqualTo(3);
    store.last().answer().complete(true);
    assertThat(writer.isFailing()).isFalse();
    assertThat(registry.get("belfry.results.write.failures").counter().count()).isEqualTo(1);
    timers.pass(50);
    assertThat(store.last().batch().results).hasSize(1);
  }

  @Test
  void aWatermarkComesWithTheResultsThatItPromises() {
    OwnedShard shard = shard(500_000);
    shard.open(900_000);
    timers.pass(50);
    assertThat(marks(store.last())).isEqualTo(Map.of(RunSamples.HERE, 899_999L));
    store.last().answer().complete(true);
    writer.batch(RunSamples.CHECK, false).add(RunSamples.result(1, 900_000));
    writer.batch(RunSamples.CHECK, false).closings.add(new ResultBatch.Closing(shard, 900_000));
    timers.pass(1_900);
    assertThat(marks(store.last())).as("not with every batch").isEmpty();
    store.last().answer().complete(true);
    timers.pass(100);
    assertThat(marks(store.last())).isEqualTo(Map.of(RunSamples.HERE, 999_999L));
  }

  @Test
  void shardsWithoutSeriesAreMarkedRarely() {
    OwnedShard shard = shard(500_000);
    shard.series.clear();
    timers.pass(50);
    store.last().answer().complete(true);
    reached += 30_000;
    timers.pass(19_900);
    assertThat(store.writes).hasSize(1);
    timers.pass(200);
    assertThat(store.writes).hasSize(2);
  }

  @Test
  void aFlushEndsWhenEverythingIsWrittenWithTheWatermarks() {
    OwnedShard shard = shard(500_000);
    timers.pass(50);
    store.last().answer().complete(true);
    reached += 1_000;
    shard.open(reached);
    add(ResultWriter.LARGEST_BATCH + 1);
    writer.batch(RunSamples.CHECK, false).closings.add(new ResultBatch.Closing(shard, reached));
    reached += 1_000;
    Future<Void> flushed = writer.flush(List.of(RunSamples.HERE));
    assertThat(store.writes).hasSize(2);
    store.last().answer().complete(true);
    assertThat(flushed.isComplete()).isFalse();
    assertThat(marks(store.last())).isEqualTo(Map.of(RunSamples.HERE, reached - 1));
    store.last().answer().fail("away");
    timers.pass(250);
    assertThat(flushed.isComplete()).isFalse();
    store.last().answer().complete(true);
    assertThat(flushed.succeeded()).isTrue();
  }

  @Test
  void aFlushWaitsForWhatIsUnderWayAndForWhatWasAddedMeanwhile() {
    add(1);
    timers.pass(50);
    add(1);
    Future<Void> flushed = writer.flush(List.of(RunSamples.HERE));
    assertThat(store.writes).hasSize(1);
    store.last().answer().complete(true);
    assertThat(flushed.isComplete()).isFalse();
    assertThat(store.writes).hasSize(2);
    store.last().answer().complete(true);
    assertThat(flushed.succeeded()).isTrue();
    assertThat(writer.flush(List.of(RunSamples.HERE)).succeeded()).as("nothing to write").isTrue();
  }

  @Test
  void whoIsFencedWritesNothingMore() {
    add(1);
    timers.pass(50);
    Future<Void> flushed = writer.flush(List.of(RunSamples.HERE));
    store.last().answer().complete(false);
    assertThat(membership.fenced).isEqualTo(1);
    writer.forget();
    assertThat(flushed.succeeded()).isTrue();
    assertThat(writer.waiting()).isZero();
    timers.pass(60_000);
    assertThat(store.writes).hasSize(1);
    add(1);
    timers.pass(50);
    assertThat(store.writes).as("in its next life").hasSize(2);
  }

  @Test
  void whatIsForgottenIsNotTriedAgainAndItsLateAnswerDoesNotMatter() {
    add(1);
    timers.pass(50);
    FakeRunStore.Write first = store.last();
    first.answer().fail("away");
    writer.forget();
    timers.pass(10_000);
    assertThat(store.writes).hasSize(1);
    add(1);
    timers.pass(50);
    FakeRunStore.Write second = store.last();
    writer.forget();
    second.answer().complete(false);
    assertThat(membership.fenced).isZero();
  }

  @Test
  void itIsFullWithAsManyRowsAsItMayKeep() {
    add(1);
    timers.pass(50);
    store.last().answer().fail("away");
    add(CAPACITY - 2);
    assertThat(writer.isFull()).isFalse();
    add(1);
    assertThat(writer.isFull()).isTrue();
    timers.pass(250);
    store.last().answer().complete(true);
    timers.pass(50);
    store.last().answer().complete(true);
    assertThat(writer.isFull()).isFalse();
  }
}
