package dev.belfry.engine.run;

import static dev.belfry.engine.run.RunFixture.EPOCH;
import static dev.belfry.engine.run.RunSamples.CHECK;
import static dev.belfry.engine.run.RunSamples.HERE;
import static dev.belfry.engine.run.RunSamples.THERE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShardLifecycleTest {
  private static final ScheduleVersion EVERY_10_S =
      new ScheduleVersion(0, ScheduleVersion.OPEN, 10_000, 5_124);

  /** What the former owner had accounted for; a slot at -4,876 ms is open. */
  private static final long LEFT_AT = EPOCH - 7_000;

  private final RunFixture fixture = new RunFixture();
  private final ShardLifecycle lifecycle =
      new ShardLifecycle(
          fixture.timers,
          fixture.shards,
          fixture.scheduler,
          fixture.open,
          fixture.loader,
          fixture.writer);

  private static ShardClaim claim(ShardKey key) {
    return new ShardClaim(key, LEFT_AT, false, true);
  }

  private void read(int load, SeriesRow... rows) {
    fixture.store.loads.get(load).answer().complete(List.of(rows));
    fixture.store.open.get(fixture.store.open.size() - 1).answer().complete(List.of());
  }

  /** Takes every batch, and those that follow. */
  private Map<ShardKey, Long> written() {
    Map<ShardKey, Long> watermarks = new HashMap<>();
    for (int i = 0; i < fixture.store.writes.size(); i++) {
      FakeRunStore.Write write = fixture.store.writes.get(i);
      watermarks.putAll(write.batch().watermarks);
      write.answer().tryComplete(true);
    }
    return watermarks;
  }

  @Test
  void aShardThatIsGivenUpWhileItIsReadKeepsItsWatermark() {
    fixture.writer.start();
    OwnedShard busy = fixture.claim(THERE, LEFT_AT);
    fixture.begin(RunSamples.series(2, busy, null, EVERY_10_S), EPOCH - 4_876);
    lifecycle.onShardsClaimed(List.of(claim(HERE)));
    Future<Void> released = lifecycle.onShardsRevoked(List.of(HERE, THERE));
    read(0, RunSamples.row(1, CHECK, null, EVERY_10_S));
    fixture.tick(600);
    Map<ShardKey, Long> watermarks = written();
    assertThat(released.isComplete()).isTrue();
    assertThat(watermarks)
        .as("the next owner finds the slots that nobody has opened")
        .doesNotContainKey(HERE);
  }

  @Test
  void aShardThatIsReadWhileAWriteHoldsItsReleaseUpKeepsItsWatermark() {
    fixture.writer.start();
    fixture.claim(THERE, LEFT_AT);
    fixture.tick(52);
    assertThat(fixture.store.writes).as("under way").hasSize(1);
    lifecycle.onShardsClaimed(List.of(claim(HERE)));
    Future<Void> released = lifecycle.onShardsRevoked(List.of(HERE));
    read(0, RunSamples.row(1, CHECK, null, EVERY_10_S));
    Map<ShardKey, Long> watermarks = written();
    assertThat(released.isComplete()).isTrue();
    assertThat(watermarks).containsKey(THERE).doesNotContainKey(HERE);
  }

  @Test
  void aShardWithItsSeriesIsGivenUpWithTheWatermarkItHasReached() {
    fixture.writer.start();
    lifecycle.onShardsClaimed(List.of(claim(HERE)));
    read(0, RunSamples.row(1, CHECK, null, EVERY_10_S));
    fixture.tick(20);
    Future<Void> released = lifecycle.onShardsRevoked(List.of(HERE));
    fixture.tick(600);
    assertThat(written())
        .as("the late run was not made in time")
        .containsEntry(HERE, EPOCH - 4_877);
    assertThat(released.isComplete()).isTrue();
  }
}
