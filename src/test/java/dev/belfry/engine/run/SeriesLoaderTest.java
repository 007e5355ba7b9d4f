package dev.belfry.engine.run;

import static dev.belfry.engine.run.RunFixture.EPOCH;
import static dev.belfry.engine.run.RunSamples.CHECK;
import static dev.belfry.engine.run.RunSamples.HERE;
import static dev.belfry.engine.run.RunSamples.THERE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.platform.cluster.ShardClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesLoaderTest {
  private static final ScheduleVersion EVERY_10_S =
      new ScheduleVersion(0, ScheduleVersion.OPEN, 10_000, 3_000);
  private static final ScheduleVersion EVERY_20_S =
      new ScheduleVersion(EPOCH, ScheduleVersion.OPEN, 20_000, 3_000);

  private final RunFixture stage = new RunFixture();

  private OwnedShard claim() {
    ShardClaim claim = new ShardClaim(HERE, EPOCH, false, true);
    OwnedShard shard = stage.shards.add(claim);
    stage.loader.load(List.of(claim));
    return shard;
  }

  private void loaded(SeriesRow... rows) {
    stage.store.loads.get(stage.store.loads.size() - 1).answer().complete(List.of(rows));
    stage.store.open.get(stage.store.open.size() - 1).answer().complete(List.of());
  }

  private static SeriesRow row(int id, ScheduleVersion version) {
    return RunSamples.row(id, CHECK, null, version);
  }

  @Test
  void aClaimedShardIsOursToAccountForOnceItsSeriesAreRead() {
    OwnedShard shard = claim();
    assertThat(shard.loaded).isFalse();
    loaded(row(1, EVERY_10_S), row(2, EVERY_10_S));
    assertThat(shard.loaded).isTrue();
    assertThat(shard.series).containsOnlyKeys(1, 2);
    assertThat(stage.store.loads).hasSize(1);
  }

  @Test
  void manyShardsAreReadSomeAtATime() {
    List<ShardClaim> claims =
        IntStream.range(0, 20)
            .mapToObj(
                shard ->
                    new ShardClaim(
                        new dev.belfry.platform.cluster.ShardKey("here", shard),
                        EPOCH,
                        false,
                        true))
            .toList();
    claims.forEach(stage.shards::add);
    stage.loader.load(claims);
    assertThat(stage.store.loads).as("two at a time").hasSize(2);
    for (int i = 0; i < stage.store.loads.size(); i++) {
      assertThat(stage.store.loads.get(i).question().size()).isBetween(1, 8);
      stage.store.loads.get(i).answer().complete(List.of());
      stage.store.open.get(i).answer().complete(List.of());
    }
    assertThat(stage.shards.all()).hasSize(20).allMatch(shard -> shard.loaded);
  }

  @Test
  void whatCannotBeReadIsAskedForAgain() {
    OwnedShard shard = claim();
    stage.store.loads.get(0).answer().fail("away");
    stage.timers.pass(249);
    assertThat(stage.store.loads).hasSize(1);
    stage.timers.pass(1);
    stage.store.loads.get(1).answer().complete(List.of(row(1, EVERY_10_S)));
    stage.store.open.get(0).answer().fail("away");
    assertThat(shard.loaded).isFalse();
    stage.timers.pass(250);
    loaded(row(1, EVERY_10_S));
    assertThat(shard.loaded).isTrue();
  }

  @Test
  void changesAreGatheredAndReadTogether() {
    claim();
    loaded(row(1, EVERY_10_S));
    UUID other = new UUID(2, 2);
    stage.loader.onCheckChanged(HERE.shard(), CHECK);
    stage.loader.onCheckChanged(HERE.shard(), other);
    stage.loader.onCheckChanged(HERE.shard(), CHECK);
    stage.timers.pass(20);
    assertThat(stage.store.checks).hasSize(1);
    assertThat(stage.store.checks.get(0).question()).containsExactlyInAnyOrder(CHECK, other);
  }

  @Test
  void whatChangesWhileAnAnswerIsUnderWayIsReadAgain() {
    OwnedShard shard = claim();
    loaded(row(1, EVERY_10_S));
    stage.loader.onCheckChanged(HERE.shard(), CHECK);
    stage.timers.pass(20);
    stage.loader.onCheckChanged(HERE.shard(), CHECK);
    stage.store.checks.get(0).answer().complete(List.of(row(1, EVERY_10_S)));
    stage.store.checks.get(1).answer().complete(List.of(row(1, EVERY_20_S)));
    assertThat(shard.series.get(1)).extracting(series -> series.period).isEqualTo(20_000L);
  }

  @Test
  void whatChangesWhileItsShardIsReadIsReadAgain() {
    OwnedShard shard = claim();
    stage.loader.onCheckChanged(HERE.shard(), CHECK);
    stage.timers.pass(20);
    stage.store.checks.get(0).answer().complete(List.of(row(1, EVERY_20_S)));
    loaded(row(1, EVERY_10_S));
    stage.timers.pass(20);
    assertThat(stage.store.checks).hasSize(2);
    stage.store.checks.get(1).answer().complete(List.of(row(1, EVERY_20_S)));
    assertThat(shard.series.get(1)).extracting(series -> series.period).isEqualTo(20_000L);
  }

  @Test
  void afterAGapEverythingIsReadAgainButNotTheWholePast() {
    OwnedShard shard = claim();
    loaded(row(1, EVERY_10_S), row(2, EVERY_10_S));
    long days = EPOCH + 10L * 86_400_000;
    shard.mark(days, 0);
    stage.loader.onNotificationsLost();
    ShardClaim asked = stage.store.loads.get(1).question().get(0);
    assertThat(asked.watermark()).isBetween(days - 3_600_000, days);
    loaded(row(1, EVERY_20_S));
    assertThat(shard.series.get(1)).extracting(series -> series.period).isEqualTo(20_000L);
    stage.timers.pass(20);
    assertThat(stage.store.checks).as("the other may be gone").hasSize(1);
  }

  @Test
  void runsThatWereLeftToUsAreTakenOver() {
    stage.claim(HERE, EPOCH);
    stage.claim(THERE, EPOCH);
    stage.loader.onRunsAdded(HERE);
    stage.loader.onRunsAdded(THERE);
    List<OpenRunRow> rows = new ArrayList<>();
    for (var place : List.of(HERE, THERE)) {
      rows.add(
          new OpenRunRow(
              1,
              CHECK,
              HERE,
              place,
              EPOCH,
              0,
              EPOCH,
              EPOCH + place.location().length(),
              RunSamples.spec(null)));
    }
    stage.store.open.get(0).answer().fail("away");
    stage.timers.pass(250);
    assertThat(stage.store.open.get(1).question()).containsExactlyInAnyOrder(HERE, THERE);
    stage.shards.remove(List.of(THERE));
    stage.store.open.get(1).answer().complete(rows);
    assertThat(stage.open.size()).as("not what is another's").isEqualTo(1);
  }

  @Test
  void whatIsForgottenIsNotReadAndItsAnswersDoNotMatter() {
    OwnedShard shard = claim();
    stage.loader.onCheckChanged(HERE.shard(), CHECK);
    stage.loader.forget();
    loaded(row(1, EVERY_10_S));
    stage.timers.pass(1_000);
    assertThat(shard.series).isEmpty();
    assertThat(stage.store.checks).isEmpty();
    OwnedShard again = claim();
    loaded(row(1, EVERY_10_S));
    assertThat(again.series).hasSize(1);
  }
}
