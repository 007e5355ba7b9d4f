package dev.belfry.engine.run;

import static dev.belfry.engine.run.RunFixture.EPOCH;
import static dev.belfry.engine.run.RunSamples.CHECK;
import static dev.belfry.engine.run.RunSamples.HERE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.engine.run.schedule.TimerWheel;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.cluster.ShardClaim;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SchedulerTest {
  private static final ScheduleVersion EVERY_10_S =
      new ScheduleVersion(0, ScheduleVersion.OPEN, 10_000, 3_000);

  private final RunFixture fixture = new RunFixture(1_000);

  private static SeriesRow row(ScheduleVersion... versions) {
    return RunSamples.row(1, CHECK, null, versions);
  }

  private static ScheduleVersion closed(ScheduleVersion version, long until) {
    return new ScheduleVersion(version.from(), until, version.period(), version.phase());
  }

  private OwnedShard adopt(long watermark, ScheduleVersion... versions) {
    OwnedShard shard = fixture.claim(HERE, watermark);
    fixture.scheduler.adopt(row(versions), shard, false);
    return shard;
  }

  /** Answers all probes; the times of the runs that were made, since the epoch of the fixture. */
  private List<Long> ran() {
    fixture.probes.forEach(probe -> probe.tryComplete(RunSamples.passed()));
    return fixture.batch().results.stream().map(row -> row.at() - EPOCH).toList();
  }

  private List<Reason> reasons() {
    return fixture.missed().stream().map(MissedBatch.Missed::reason).toList();
  }

  @Test
  void aSeriesRunsAtItsTimesAndDoesNotDrift() {
    adopt(EPOCH, EVERY_10_S);
    fixture.tick(60_000);
    assertThat(ran()).containsExactly(3_000L, 13_000L, 23_000L, 33_000L, 43_000L, 53_000L);
    assertThat(fixture.batch().results).allMatch(row -> row.delay() <= 2 * TimerWheel.TICK_MILLIS);
    assertThat(fixture.missedTimes()).isEmpty();
  }

  @Test
  void whatCameDueWhileItStoodStillIsMissedButForTheNewest() {
    adopt(EPOCH, EVERY_10_S);
    fixture.stall(27_000);
    assertThat(fixture.missedTimes()).containsExactly(3_000L, 13_000L);
    assertThat(reasons()).containsExactly(Reason.OBSERVER_PAUSED);
    assertThat(ran()).containsExactly(23_000L);
    fixture.tick(8_000);
    assertThat(ran()).containsExactly(23_000L, 33_000L);
  }

  @Test
  void theReasonForStandingStillHoldsForOneTurn() {
    adopt(EPOCH, EVERY_10_S);
    fixture.scheduler.overdueBecause(Reason.DATABASE_AWAY);
    fixture.stall(20_000);
    fixture.stall(20_000);
    assertThat(reasons()).containsExactly(Reason.DATABASE_AWAY, Reason.OBSERVER_PAUSED);
  }

  @Test
  void whatWouldSayNothingAboutItsTimeIsNotMadeLate() {
    adopt(EPOCH, new ScheduleVersion(0, ScheduleVersion.OPEN, 60_000, 0));
    fixture.stall(71_000);
    assertThat(fixture.probes).isEmpty();
    assertThat(fixture.missed()).hasSize(1);
  }

  @Test
  void withTooManyRunsUnderWayARunIsMissed() {
    RunFixture small = new RunFixture(1);
    OwnedShard shard = small.claim(HERE, EPOCH);
    small.scheduler.adopt(row(EVERY_10_S), shard, false);
    small.tick(14_000);
    assertThat(small.probes).hasSize(1);
    assertThat(small.missedTimes()).containsExactly(13_000L);
    assertThat(small.missed().get(0).reason()).isEqualTo(Reason.OVERLOADED);
  }

  @Test
  void whatNobodyCoversIsMissedAtEachOfItsTimes() {
    OwnedShard shard = fixture.shards.add(new ShardClaim(HERE, EPOCH - 20_000, true, false));
    shard.loaded = true;
    fixture.scheduler.adopt(row(EVERY_10_S), shard, true);
    fixture.tick(4_000);
    fixture.stall(20_000);
    assertThat(fixture.missedTimes()).containsExactly(-17_000L, -7_000L, 3_000L, 13_000L, 23_000L);
    assertThat(reasons()).containsOnly(Reason.LOCATION_NOT_COVERED);
    assertThat(fixture.probes).isEmpty();
    assertThat(fixture.shards.uncovered()).isEqualTo(1);
  }

  @Test
  void whatALostOwnerLeftOpenIsRunLateOrMissed() {
    OwnedShard shard = fixture.claim(HERE, EPOCH - 30_000);
    fixture.scheduler.adopt(row(EVERY_10_S), shard, true);
    assertThat(fixture.missedTimes()).containsExactly(-27_000L, -17_000L);
    assertThat(reasons()).containsOnly(Reason.INSTANCE_LOST);
    fixture.tick(8);
    assertThat(ran()).containsExactly(-7_000L);
  }

  @Test
  void lateRunsAreSpreadAndGiveUpWhenTheyComeTooLate() {
    OwnedShard shard = fixture.claim(HERE, EPOCH - 10_000);
    for (int id = 0; id < 1_000; id++) {
      fixture.scheduler.adopt(RunSamples.row(id, new UUID(7, id), null, EVERY_10_S), shard, true);
    }
    fixture.tick(100);
    assertThat(fixture.probes).as("half a millisecond apart").hasSizeBetween(190, 205);
    fixture.timers.pass(3_000);
    fixture.scheduler.advance(fixture.clock.now());
    List<AttemptRow> missed = fixture.batch().results;
    assertThat(missed).as("ten seconds after their time").hasSizeGreaterThan(700);
    assertThat(missed).extracting(AttemptRow::reason).containsOnly(Reason.INSTANCE_LOST);
    assertThat(fixture.open.size()).isEqualTo(1_000 - missed.size());
  }

  @Test
  void runsThatWouldComeTooLateAreMissedAtOnce() {
    RunFixture large = new RunFixture(100_000);
    OwnedShard shard = large.claim(HERE, EPOCH - 10_000);
    for (int id = 0; id < 7_000; id++) {
      large.scheduler.adopt(RunSamples.row(id, new UUID(7, id), null, EVERY_10_S), shard, true);
    }
    assertThat(large.open.size()).as("three seconds of turns").isBetween(5_990, 6_010);
    assertThat(large.missed()).hasSize(7_000 - large.open.size());
  }

  @Test
  void lateRunsDoNotExceedWhatMayBeOpen() {
    OwnedShard shard = fixture.claim(HERE, EPOCH - 10_000);
    for (int id = 0; id < 1_200; id++) {
      fixture.scheduler.adopt(RunSamples.row(id, new UUID(7, id), null, EVERY_10_S), shard, false);
    }
    assertThat(fixture.open.size()).isEqualTo(1_000);
    assertThat(reasons()).hasSize(200).containsOnly(Reason.INSTANCE_STOPPED);
  }

  @Test
  void aLateRunThatWaitsIsNotMadeOfAMonitorThatIsPausedMeanwhile() {
    OwnedShard shard = fixture.claim(HERE, EPOCH - 10_000);
    fixture.scheduler.adopt(row(EVERY_10_S), shard, true);
    fixture.scheduler.change(Set.of(CHECK), List.of(row(closed(EVERY_10_S, EPOCH))));
    fixture.tick(100);
    assertThat(fixture.probes).isEmpty();
    assertThat(fixture.batch().results)
        .singleElement()
        .satisfies(row -> assertThat(row.reason()).isEqualTo(Reason.CANCELLED));
    assertThat(fixture.open.size()).isZero();
  }

  @Test
  void lateRunsOfAShardThatIsGivenUpAreTheNextOwners() {
    OwnedShard shard = fixture.claim(HERE, EPOCH - 10_000);
    fixture.scheduler.adopt(row(EVERY_10_S), shard, true);
    fixture.shards.stop(List.of(HERE));
    fixture.open.abandonWaiting(List.of(HERE));
    fixture.tick(100);
    assertThat(fixture.probes).isEmpty();
    assertThat(shard.watermark(Long.MAX_VALUE)).isLessThan(EPOCH - 7_000);
  }

  @Test
  void aNewMonitorRunsFromItsBeginningHoweverOldTheWatermark() {
    adopt(EPOCH - 100_000, new ScheduleVersion(EPOCH - 2_000, ScheduleVersion.OPEN, 10_000, 9_000));
    fixture.tick(8);
    assertThat(ran()).containsExactly(-1_000L);
    assertThat(fixture.missedTimes()).isEmpty();
  }

  @Test
  void aChangeTakesEffectAtOnceAndNoRunIsMadeTwice() {
    OwnedShard shard = adopt(EPOCH, EVERY_10_S);
    fixture.tick(4_000);
    long changed = EPOCH + 4_000;
    fixture.scheduler.change(
        Set.of(CHECK),
        List.of(
            row(
                closed(EVERY_10_S, changed),
                new ScheduleVersion(changed, ScheduleVersion.OPEN, 20_000, 7_000))));
    fixture.tick(24_000);
    assertThat(ran()).containsExactly(3_000L, 7_000L, 27_000L);
    assertThat(fixture.missedTimes()).isEmpty();
    assertThat(shard.series.get(1)).extracting(series -> series.period).isEqualTo(20_000L);
  }

  @Test
  void otherSettingsLeaveTheScheduleAlone() {
    adopt(EPOCH, EVERY_10_S);
    fixture.tick(4_000);
    fixture.scheduler.change(Set.of(CHECK), List.of(row(EVERY_10_S)));
    fixture.scheduler.change(Set.of(CHECK), List.of(row(EVERY_10_S)));
    fixture.tick(10_000);
    assertThat(ran()).containsExactly(3_000L, 13_000L);
  }

  @Test
  void aPauseEndsTheRunsAndTheEndOfItBeginsThemAgain() {
    adopt(EPOCH, EVERY_10_S);
    fixture.tick(4_000);
    ScheduleVersion before = closed(EVERY_10_S, EPOCH + 4_000);
    fixture.scheduler.change(Set.of(CHECK), List.of(row(before)));
    fixture.tick(20_000);
    assertThat(ran()).containsExactly(3_000L);
    ScheduleVersion after =
        new ScheduleVersion(EPOCH + 24_000, ScheduleVersion.OPEN, 10_000, 3_000);
    fixture.scheduler.change(Set.of(CHECK), List.of(row(before, after)));
    fixture.tick(10_000);
    assertThat(ran()).containsExactly(3_000L, 33_000L);
    assertThat(fixture.missedTimes()).isEmpty();
  }

  @Test
  void aDeletedMonitorRunsNoMore() {
    OwnedShard shard = adopt(EPOCH, EVERY_10_S);
    fixture.tick(4_000);
    fixture.scheduler.change(Set.of(CHECK), List.of());
    fixture.tick(20_000);
    assertThat(fixture.probes).hasSize(1);
    assertThat(shard.series).isEmpty();
    assertThat(ran()).as("nobody wants to know").isEmpty();
  }

  @Test
  void aShardThatIsGivenUpBeginsNothingMore() {
    OwnedShard shard = adopt(EPOCH, EVERY_10_S);
    fixture.tick(5_000);
    fixture.shards.stop(List.of(HERE));
    long reached = fixture.shards.reached();
    ran();
    fixture.batch().closings.forEach(ResultBatch.Closing::close);
    fixture.tick(20_000);
    assertThat(ran()).containsExactly(3_000L);
    assertThat(shard.watermark(fixture.shards.reached())).isEqualTo(reached - 1);
  }

  @Test
  void whoHadNoShardsForAWhileBeginsWithThePresent() {
    adopt(EPOCH, EVERY_10_S);
    fixture.tick(4_000);
    ran();
    fixture.shards.remove(List.of(HERE));
    fixture.timers.pass(30_000);
    OwnedShard shard = fixture.claim(HERE, EPOCH + 33_999);
    fixture.scheduler.adopt(
        new SeriesRow(
            1,
            CHECK,
            HERE,
            RunSamples.spec(null),
            List.of(new ScheduleVersion(EPOCH - 1_000, ScheduleVersion.OPEN, 10_000, 3_000)),
            List.of(EPOCH + 3_000, EPOCH + 13_000, EPOCH + 23_000, EPOCH + 33_000)),
        shard,
        false);
    fixture.tick(10_000);
    assertThat(ran()).as("another made those in between").containsExactly(3_000L, 43_000L);
    assertThat(fixture.missedTimes()).isEmpty();
  }
}
