package dev.belfry.engine.run;

import static dev.belfry.engine.run.RunFixture.EPOCH;
import static dev.belfry.engine.run.RunSamples.CHECK;
import static dev.belfry.engine.run.RunSamples.HERE;
import static dev.belfry.engine.run.RunSamples.THERE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesLoaderTest {
  private static final ScheduleVersion EVERY_10_S =
      new ScheduleVersion(0, ScheduleVersion.OPEN, 10_000, 3_000);
  private static final ScheduleVersion EVERY_20_S =
      new ScheduleVersion(EPOCH, ScheduleVersion.OPEN, 20_000, 3_000);

  private final RunFixture fixture = new RunFixture();

  private OwnedShard claim() {
    ShardClaim claim = new ShardClaim(HERE, EPOCH, false, true);
    OwnedShard shard = fixture.shards.add(claim);
    fixture.loader.load(List.of(claim));
    return shard;
  }

  private void loaded(SeriesRow... rows) {
    fixture.store.loads.get(fixture.store.loads.size() - 1).answer().complete(List.of(rows));
    fixture.store.open.get(fixture.store.open.size() - 1).answer().complete(List.of());
  }

  private static OpenRunRow openRun(ShardKey place) {
    long due = EPOCH + place.location().length();
    return new OpenRunRow(1, CHECK, HERE, place, EPOCH, 0, EPOCH, due, RunSamples.spec(null));
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
    assertThat(fixture.store.loads).hasSize(1);
  }

  @Test
  void aLargeShardIsReadPageByPage() {
    fixture.store.pageSize = 2;
    OwnedShard shard = claim();
    fixture.store.loads.get(0).answer().complete(List.of(row(3, EVERY_10_S), row(5, EVERY_10_S)));
    assertThat(shard.series).as("the first page is scheduled at once").containsOnlyKeys(3, 5);
    assertThat(shard.loaded).isFalse();
    assertThat(fixture.store.open).isEmpty();
    fixture.store.loads.get(1).answer().fail("away");
    fixture.timers.pass(250);
    fixture.store.loads.get(2).answer().complete(List.of(row(6, EVERY_10_S), row(9, EVERY_10_S)));
    assertThat(shard.loaded).isFalse();
    loaded();
    assertThat(shard.loaded).isTrue();
    assertThat(shard.series).containsOnlyKeys(3, 5, 6, 9);
    assertThat(fixture.store.after).containsExactly(0, 5, 5, 9);
  }

  @Test
  void noFurtherPageIsReadOfAShardThatIsGone() {
    fixture.store.pageSize = 1;
    OwnedShard shard = claim();
    fixture.shards.remove(List.of(shard.key));
    fixture.store.loads.get(0).answer().complete(List.of(row(3, EVERY_10_S)));
    assertThat(shard.loaded).isFalse();
    assertThat(fixture.store.loads).hasSize(1);
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
    claims.forEach(fixture.shards::add);
    fixture.loader.load(claims);
    assertThat(fixture.store.loads).as("two at a time").hasSize(2);
    for (int i = 0; i < fixture.store.loads.size(); i++) {
      assertThat(fixture.store.loads.get(i).question().size()).isBetween(1, 8);
      fixture.store.loads.get(i).answer().complete(List.of());
      fixture.store.open.get(i).answer().complete(List.of());
    }
    assertThat(fixture.shards.all()).hasSize(20).allMatch(shard -> shard.loaded);
  }

  @Test
  void whatCannotBeReadIsAskedForAgain() {
    OwnedShard shard = claim();
    fixture.store.loads.get(0).answer().fail("away");
    fixture.timers.pass(249);
    assertThat(fixture.store.loads).hasSize(1);
    fixture.timers.pass(1);
    fixture.store.loads.get(1).answer().complete(List.of(row(1, EVERY_10_S)));
    fixture.store.open.get(0).answer().fail("away");
    assertThat(shard.loaded).isFalse();
    fixture.timers.pass(250);
    loaded(row(1, EVERY_10_S));
    assertThat(shard.loaded).isTrue();
  }

  @Test
  void changesAreGatheredAndReadTogether() {
    claim();
    loaded(row(1, EVERY_10_S));
    UUID other = new UUID(2, 2);
    fixture.loader.onCheckChanged(HERE.shard(), CHECK);
    fixture.loader.onCheckChanged(HERE.shard(), other);
    fixture.loader.onCheckChanged(HERE.shard(), CHECK);
    fixture.timers.pass(20);
    assertThat(fixture.store.checks).hasSize(1);
    assertThat(fixture.store.checks.get(0).question()).containsExactlyInAnyOrder(CHECK, other);
  }

  @Test
  void whatChangesWhileAnAnswerIsUnderWayIsReadAgain() {
    OwnedShard shard = claim();
    loaded(row(1, EVERY_10_S));
    fixture.loader.onCheckChanged(HERE.shard(), CHECK);
    fixture.timers.pass(20);
    fixture.loader.onCheckChanged(HERE.shard(), CHECK);
    fixture.store.checks.get(0).answer().complete(List.of(row(1, EVERY_10_S)));
    fixture.store.checks.get(1).answer().complete(List.of(row(1, EVERY_20_S)));
    assertThat(shard.series.get(1)).extracting(series -> series.period).isEqualTo(20_000L);
  }

  @Test
  void whatChangesWhileItsShardIsReadIsReadAgain() {
    OwnedShard shard = claim();
    fixture.loader.onCheckChanged(HERE.shard(), CHECK);
    fixture.timers.pass(20);
    fixture.store.checks.get(0).answer().complete(List.of(row(1, EVERY_20_S)));
    loaded(row(1, EVERY_10_S));
    fixture.timers.pass(20);
    assertThat(fixture.store.checks).hasSize(2);
    fixture.store.checks.get(1).answer().complete(List.of(row(1, EVERY_20_S)));
    assertThat(shard.series.get(1)).extracting(series -> series.period).isEqualTo(20_000L);
  }

  @Test
  void afterAGapEverythingIsReadAgainButNotTheWholePast() {
    OwnedShard shard = claim();
    loaded(row(1, EVERY_10_S), row(2, EVERY_10_S));
    long days = EPOCH + 10L * 86_400_000;
    shard.mark(days, 0);
    fixture.loader.onNotificationsLost();
    ShardClaim asked = fixture.store.loads.get(1).question().get(0);
    assertThat(asked.watermark()).isBetween(days - 3_600_000, days);
    loaded(row(1, EVERY_20_S));
    assertThat(shard.series.get(1)).extracting(series -> series.period).isEqualTo(20_000L);
    fixture.timers.pass(20);
    assertThat(fixture.store.checks).as("the other may be gone").hasSize(1);
  }

  @Test
  void anAnswerFromBeforeTheShardWasGivenUpAndClaimedAgainIsIgnored() {
    claim();
    fixture.shards.remove(List.of(HERE));
    OwnedShard again = claim();
    fixture.store.loads.get(0).answer().complete(List.of(row(1, EVERY_10_S)));
    fixture.store.open.get(0).answer().complete(List.of(openRun(HERE)));
    assertThat(again.loaded).isFalse();
    assertThat(again.series).isEmpty();
    assertThat(fixture.open.size()).as("another instance may have ended it").isZero();
    fixture.store.loads.get(1).answer().complete(List.of(row(1, EVERY_20_S)));
    fixture.store.open.get(1).answer().complete(List.of(openRun(HERE)));
    assertThat(again.loaded).isTrue();
    assertThat(fixture.open.size()).isEqualTo(1);
    assertThat(again.series.get(1)).extracting(series -> series.period).isEqualTo(20_000L);
  }

  @Test
  void aShardThatIsAskedForAgainAndAgainIsReadOnceAtATime() {
    OwnedShard shard = claim();
    loaded(row(1, EVERY_10_S));
    fixture.loader.onNotificationsLost();
    fixture.loader.onNotificationsLost();
    assertThat(fixture.store.loads).as("two at a time").hasSize(3);
    fixture.loader.onNotificationsLost();
    fixture.loader.onNotificationsLost();
    fixture.store.loads.get(1).answer().fail("away");
    fixture.timers.pass(250);
    assertThat(fixture.store.loads).hasSize(4);
    assertThat(fixture.store.loads.get(3).question()).hasSize(1);
    loaded(row(1, EVERY_20_S));
    assertThat(shard.series.get(1)).extracting(series -> series.period).isEqualTo(20_000L);
  }

  @Test
  void runsThatWereLeftToUsAreTakenOver() {
    fixture.claim(HERE, EPOCH);
    fixture.claim(THERE, EPOCH);
    fixture.loader.onRunsAdded(HERE);
    fixture.loader.onRunsAdded(THERE);
    fixture.store.open.get(0).answer().fail("away");
    fixture.timers.pass(250);
    assertThat(fixture.store.open.get(1).question()).containsExactlyInAnyOrder(HERE, THERE);
    fixture.shards.remove(List.of(THERE));
    fixture.store.open.get(1).answer().complete(List.of(openRun(HERE), openRun(THERE)));
    assertThat(fixture.open.size()).as("not what is another's").isEqualTo(1);
  }

  @Test
  void runsThatWereReadBeforeTheirShardWasClaimedAgainAreNotTakenOver() {
    fixture.claim(HERE, EPOCH);
    fixture.loader.onRunsAdded(HERE);
    fixture.shards.remove(List.of(HERE));
    fixture.claim(HERE, EPOCH);
    fixture.store.open.get(0).answer().complete(List.of(openRun(HERE)));
    assertThat(fixture.open.size()).as("another instance may have ended it").isZero();
  }

  @Test
  void whatIsForgottenIsNotReadAndItsAnswersDoNotMatter() {
    OwnedShard shard = claim();
    fixture.loader.onCheckChanged(HERE.shard(), CHECK);
    fixture.loader.forget();
    loaded(row(1, EVERY_10_S));
    fixture.timers.pass(1_000);
    assertThat(shard.series).isEmpty();
    assertThat(fixture.store.checks).isEmpty();
    OwnedShard again = claim();
    loaded(row(1, EVERY_10_S));
    assertThat(again.series).hasSize(1);
  }
}
