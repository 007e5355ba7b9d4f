package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.cluster.EngineClock;
import dev.belfry.testing.FakeTimers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people wait for does not linger, and overtakes the results of other monitors only. */
class UrgentResultsTest {
  private static final UUID BULK = new UUID(0, 0);

  private final FakeTimers timers = new FakeTimers();
  private final FakeRunStore store = new FakeRunStore();
  private final OwnedShard shard = RunSamples.shard(500_000);
  private final ResultWriter writer =
      new ResultWriter(
          store,
          timers,
          new EngineClock(timers::nanos),
          new FakeMembership(42),
          new OneShard(),
          batch -> {},
          new RunMetrics(new SimpleMeterRegistry()),
          10_000);
  private long reached = 1_000_000;

  private final class OneShard implements ResultWriter.Progress {
    @Override
    public Collection<OwnedShard> all() {
      return List.of(shard);
    }

    @Override
    public long reached() {
      return reached;
    }
  }

  @BeforeEach
  void startWithTheFirstWatermarkWritten() {
    writer.start();
    timers.pass(50);
    accept(0);
    store.writes.clear();
    timers.pass(10);
  }

  private static UUID check(int number) {
    return new UUID(1, number);
  }

  private void add(UUID check) {
    writer.batch(check, false).add(RunSamples.result(1, timers.millis()));
  }

  private void addUrgent(int check) {
    ResultBatch batch = writer.batch(check(check), true);
    batch.add(RunSamples.result(1, timers.millis()));
    writer.flushSoon(batch);
  }

  private void accept(int write) {
    store.writes.get(write).answer().complete(true);
  }

  private List<Long> rows() {
    return store.writes.stream().map(write -> write.batch().rows()).toList();
  }

  @Test
  void whatIsUrgentIsWrittenAtOnceWhenItIsQuiet() {
    addUrgent(1);
    assertThat(rows()).containsExactly(1L);
    accept(0);
    add(BULK);
    timers.pass(39);
    assertThat(rows()).as("nothing urgent in it").containsExactly(1L);
  }

  @Test
  void itWaitsForNoResultsOfOtherMonitors() {
    add(BULK);
    timers.pass(50);
    add(BULK);
    addUrgent(1);
    assertThat(rows()).as("beside what is under way").containsExactly(1L, 1L);
    assertThat(store.last().batch().checks).containsExactly(check(1));
  }

  @Test
  void itWaitsForNoAlertOfAnotherMonitorUntilThereAreMany() {
    addUrgent(1);
    addUrgent(2);
    assertThat(rows()).as("the last one has only just begun").hasSize(1);
    timers.pass(2);
    addUrgent(3);
    timers.pass(2);
    assertThat(rows()).containsExactly(1L, 1L, 1L);
    addUrgent(4);
    addUrgent(5);
    timers.pass(20);
    assertThat(rows()).as("no more places").hasSize(3);
    assertThat(writer.waiting()).isEqualTo(5);
    accept(1);
    assertThat(rows()).as("what waits for a place shares it").containsExactly(1L, 1L, 1L, 2L);
    accept(0);
    accept(2);
    accept(3);
    timers.pass(1_000);
    assertThat(rows()).hasSize(4);
    assertThat(writer.waiting()).isZero();
  }

  @Test
  void itFollowsAnEarlierResultOfItsMonitor() {
    add(check(1));
    addUrgent(1);
    assertThat(rows()).as("at once, and together").containsExactly(2L);
    addUrgent(1);
    timers.pass(500);
    assertThat(rows()).as("the earlier ones are not written").hasSize(1);
    accept(0);
    assertThat(rows()).containsExactly(2L, 1L);
  }

  @Test
  void aLaterResultOfItsMonitorFollowsIt() {
    addUrgent(1);
    add(check(1));
    add(BULK);
    timers.pass(500);
    assertThat(rows()).as("one batch that must wait").containsExactly(1L);
    addUrgent(2);
    assertThat(rows()).as("others overtake both").containsExactly(1L, 1L);
    accept(0);
    timers.pass(50);
    assertThat(rows()).containsExactly(1L, 1L, 2L);
  }

  @Test
  void aLaterResultOfItsMonitorSharesTheBatchThatHasNotBegun() {
    addUrgent(1);
    addUrgent(2);
    add(check(2));
    timers.pass(2);
    assertThat(rows()).containsExactly(1L, 2L);
  }

  @Test
  void theWatermarkWaitsForIt() {
    shard.series.put(1, RunSamples.series(1, shard, null, RunSamples.EVERY_TEN_SECONDS));
    shard.open(1_000_000);
    ResultBatch batch = writer.batch(check(1), true);
    batch.add(RunSamples.result(1, 1_000_000));
    batch.closings.add(new ResultBatch.Closing(shard, 1_000_000));
    writer.flushSoon(batch);
    reached = 2_000_000;
    timers.pass(5_000);
    assertThat(rows()).as("no watermark could move").hasSize(1);
    accept(0);
    timers.pass(50);
    assertThat(store.last().batch().watermarks).containsEntry(RunSamples.HERE, 1_999_999L);
  }

  @Test
  void aFlushWaitsForItAndNothingOvertakesTheFlush() {
    addUrgent(1);
    Future<Void> flushed = writer.flush(List.of(RunSamples.HERE));
    addUrgent(2);
    timers.pass(50);
    assertThat(rows()).as("the second is part of the flush").containsExactly(1L, 1L);
    accept(1);
    assertThat(flushed.isComplete()).isFalse();
    reached += 1;
    accept(0);
    assertThat(store.last().batch().watermarks).containsEntry(RunSamples.HERE, reached - 1);
    assertThat(flushed.isComplete()).isFalse();
    accept(2);
    assertThat(flushed.succeeded()).isTrue();
  }

  @Test
  void itIsWrittenAgainAndNothingOvertakesWhileTheDatabaseFails() {
    addUrgent(1);
    store.last().answer().fail("away");
    assertThat(writer.isFailing()).isTrue();
    addUrgent(2);
    assertThat(store.last().batch().checks).as("with the others").contains(check(2));
    accept(1);
    assertThat(writer.isFailing()).as("one is still not written").isTrue();
    timers.pass(250);
    assertThat(store.last().batch()).isSameAs(store.writes.get(0).batch());
    accept(2);
    assertThat(writer.isFailing()).isFalse();
    assertThat(writer.waiting()).isZero();
  }

  @Test
  void aFencedInstanceForgetsIt() {
    addUrgent(1);
    timers.pass(2);
    addUrgent(2);
    addUrgent(3);
    store.writes.get(0).answer().complete(false);
    assertThat(writer.waiting()).isZero();
    store.writes.get(1).answer().fail("away");
    timers.pass(1_000);
    assertThat(rows()).hasSize(2);
    addUrgent(1);
    assertThat(rows()).as("the instance has joined again").hasSize(3);
  }
}
