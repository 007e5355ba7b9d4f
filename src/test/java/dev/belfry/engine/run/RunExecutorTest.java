package dev.belfry.engine.run;

import static dev.belfry.engine.run.RunSamples.HERE;
import static dev.belfry.engine.run.RunSamples.THERE;
import static dev.belfry.engine.run.RunSamples.passed;
import static dev.belfry.engine.run.RunSamples.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.RetryStrategy;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.cluster.ShardKey;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunExecutorTest {
  private static final long SLOT = RunFixture.EPOCH - 5;
  private static final ResultBatch.RunKey KEY = new ResultBatch.RunKey(1, SLOT);

  private final RunFixture fixture = new RunFixture(2);
  private final OwnedShard shard = fixture.claim(HERE, SLOT - 1);

  private Series series(@Nullable RetryStrategy retry) {
    Series series =
        RunSamples.series(1, shard, retry, new ScheduleVersion(0, ScheduleVersion.OPEN, 60_000, 0));
    shard.series.put(1, series);
    return series;
  }

  private OpenRunRow openRun(ShardKey place, int attempts) {
    return new OpenRunRow(
        1, RunSamples.CHECK, HERE, place, SLOT, attempts, SLOT, SLOT, RunSamples.spec(null));
  }

  @Test
  void whatPassesIsOneResultAndIsAccountedFor() {
    fixture.begin(series(null), SLOT);
    assertThat(fixture.open.size()).isEqualTo(1);
    fixture.answer(passed());
    assertThat(fixture.open.size()).isZero();
    assertThat(fixture.batch().results)
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.attempt()).isZero();
              assertThat(row.verdict()).isEqualTo(Verdict.PASSED);
              assertThat(row.delay()).isEqualTo(5);
              assertThat(row.detail()).isNull();
            });
    assertThat(fixture.batch().closings).containsExactly(new ResultBatch.Closing(shard, SLOT));
    assertThat(fixture.batch().waiting).isEmpty();
    assertThat(fixture.batch().ended).isEmpty();
  }

  @Test
  void whatFailsIsTriedAgainAndOnlyTheLastAttemptCounts() {
    fixture.begin(series(RunSamples.retry(true)), SLOT);
    fixture.answer(refused());
    assertThat(fixture.batch().results).extracting(AttemptRow::attempt).containsExactly(1);
    assertThat(fixture.batch().waiting).containsOnlyKeys(KEY);
    assertThat(fixture.batch().states).isEmpty();
    assertThat(fixture.batch().closings).as("a stored row accounts for it").hasSize(1);
    fixture.tick(10_008);
    assertThat(fixture.probes).hasSize(2);
    fixture.answer(passed());
    assertThat(fixture.batch().results).extracting(AttemptRow::attempt).containsExactly(1, 0);
    assertThat(fixture.batch().waiting).isEmpty();
    assertThat(fixture.batch().ended).containsExactly(KEY);
    assertThat(fixture.batch().closings).hasSize(1);
    assertThat(fixture.batch().states.get(1))
        .isEqualTo(new ResultBatch.State(Verdict.PASSED, SLOT, null));
  }

  @Test
  void aRetryElsewhereIsLeftToWhoeverProbesFromThere() {
    fixture.begin(series(RunSamples.retry(false)), SLOT);
    fixture.answer(refused());
    ResultBatch.Waiting waiting = fixture.batch().waiting.get(KEY);
    assertThat(waiting).isNotNull();
    assertThat(waiting.place()).isEqualTo(THERE);
    assertThat(waiting.elsewhere()).isTrue();
    assertThat(fixture.open.size()).isZero();
  }

  @Test
  void aRetryElsewhereIsMadeHereWhenWeProbeFromThereToo() {
    fixture.claim(THERE, SLOT);
    fixture.begin(series(RunSamples.retry(false)), SLOT);
    fixture.answer(refused());
    fixture.tick(10_008);
    fixture.answer(passed());
    assertThat(fixture.batch().results.get(1).detail()).isEqualTo("{\"location\":\"there\"}");
  }

  @Test
  void whatWasLeftWhereNobodyProbesIsMissed() {
    OwnedShard there = fixture.claim(THERE, SLOT);
    fixture.runs.resume(openRun(THERE, 1), null);
    fixture.shards.remove(List.of(there.key));
    fixture.tick(8);
    assertThat(fixture.batch().results)
        .singleElement()
        .satisfies(row -> assertThat(row.reason()).isEqualTo(Reason.LOCATION_NOT_COVERED));
    assertThat(fixture.batch().ended).containsExactly(KEY);
  }

  @Test
  void whatWaitsIsTheNextOwnersAsSoonAsTheShardIsGivenUp() {
    fixture.begin(series(RunSamples.retry(true)), SLOT);
    fixture.answer(refused());
    fixture.begin(series(null), SLOT + 1);
    fixture.shards.stop(List.of(HERE));
    fixture.open.abandonWaiting(List.of(HERE));
    fixture.tick(10_008);
    assertThat(fixture.probes).as("not tried again").hasSize(2);
    assertThat(fixture.batch().waiting).containsOnlyKeys(KEY);
    assertThat(fixture.batch().results).extracting(AttemptRow::attempt).containsExactly(1);
    fixture.answer(passed());
    assertThat(fixture.batch().results).as("what was under way may end").hasSize(2);
  }

  @Test
  void whatIsForgottenWritesNothingAndStaysOpen() {
    fixture.begin(series(null), SLOT);
    fixture.open.abandon(List.of(HERE));
    fixture.answer(passed());
    assertThat(fixture.batch().isEmpty()).isTrue();
    assertThat(fixture.batch().closings).isEmpty();
    assertThat(fixture.open.size()).isZero();
    assertThat(shard.watermark(Long.MAX_VALUE)).isEqualTo(SLOT - 1);
  }

  @Test
  void aStoredRunIsTakenOverOnceWhateverIsReadOfItLater() {
    fixture.runs.resume(openRun(HERE, 0), null);
    fixture.runs.resume(openRun(HERE, 0), null);
    assertThat(fixture.open.size()).isEqualTo(1);
    fixture.tick(8);
    fixture.answer(passed());
    ResultBatch batch = fixture.batch();
    assertThat(batch.ended).containsExactly(KEY);
    fixture.runs.resume(openRun(HERE, 0), null);
    assertThat(fixture.open.size()).as("its row is still there").isZero();
    fixture.open.onBatchWritten(batch);
    fixture.runs.resume(openRun(HERE, 0), null);
    assertThat(fixture.open.size()).as("its row was read before that").isZero();
  }

  @Test
  void whatWentElsewhereComesBackOnlyAfterAnotherAttempt() {
    fixture.begin(series(RunSamples.retry(false)), SLOT);
    fixture.answer(refused());
    fixture.open.onBatchWritten(fixture.batch());
    fixture.runs.resume(openRun(HERE, 0), null);
    assertThat(fixture.open.size()).as("its row was read before that").isZero();
    fixture.runs.resume(openRun(HERE, 2), null);
    assertThat(fixture.open.size()).isEqualTo(1);
  }

  @Test
  void whatWasBegunForATimeThatIsNoneAnyMoreIsForgotten() {
    fixture.begin(series(null), SLOT);
    fixture.runs.reconcile(RunSamples.CHECK, key -> false, id -> false);
    fixture.answer(passed());
    assertThat(fixture.batch().results).isEmpty();
    assertThat(fixture.batch().closings).containsExactly(new ResultBatch.Closing(shard, SLOT));
  }

  @Test
  void theRetriesOfAPausedMonitorEnd() {
    fixture.begin(series(RunSamples.retry(true)), SLOT);
    fixture.answer(refused());
    fixture.runs.reconcile(RunSamples.CHECK, key -> true, id -> true);
    assertThat(fixture.open.size()).as("changed, not paused").isEqualTo(1);
    fixture.runs.reconcile(RunSamples.CHECK, key -> true, id -> false);
    assertThat(fixture.batch().results.get(1).reason()).isEqualTo(Reason.CANCELLED);
    assertThat(fixture.batch().ended).containsExactly(KEY);
    fixture.tick(10_008);
    assertThat(fixture.probes).hasSize(1);
  }

  @Test
  void theAttemptUnderWayWhenAMonitorIsPausedIsTheLast() {
    fixture.begin(series(RunSamples.retry(true)), SLOT);
    fixture.answer(refused());
    fixture.tick(10_008);
    fixture.runs.reconcile(RunSamples.CHECK, key -> true, id -> false);
    fixture.answer(refused());
    assertThat(fixture.batch().results).extracting(AttemptRow::attempt).containsExactly(1, 0);
  }

  @Test
  void aProbeThatGotNoPlaceIsAMissedRun() {
    fixture.begin(series(null), SLOT);
    fixture.answer(RunSamples.withoutPlace());
    assertThat(fixture.batch().results)
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.verdict()).isEqualTo(Verdict.MISSED);
              assertThat(row.reason()).isEqualTo(Reason.OVERLOADED);
            });
    assertThat(fixture.batch().closings).hasSize(1);
    assertThat(fixture.open.size()).isZero();
    assertThat(fixture.registry.get("belfry.runs.scheduled").counter().count()).isEqualTo(1);
  }

  @Test
  void soManyMayBeOpenAtOnce() {
    fixture.begin(series(null), SLOT);
    assertThat(fixture.open.isFull()).isFalse();
    fixture.begin(series(null), SLOT + 1);
    assertThat(fixture.open.isFull()).isTrue();
    assertThat(fixture.open.probing()).isEqualTo(2);
    assertThat(fixture.open.probing(List.of(THERE))).isZero();
    fixture.answer(passed());
    assertThat(fixture.open.isFull()).isFalse();
  }

  @Test
  void theStateOfASeriesIsWrittenWhenItChanges() {
    Series series = series(null);
    for (int i = 0; i < 2; i++) {
      fixture.begin(series, SLOT + i);
      fixture.answer(passed());
      assertThat(fixture.batch().states.get(1))
          .isEqualTo(new ResultBatch.State(Verdict.PASSED, SLOT, null));
    }
    fixture.begin(series, SLOT + 2);
    fixture.answer(refused());
    ResultBatch.State failed = new ResultBatch.State(Verdict.FAILED, SLOT + 2, null);
    assertThat(fixture.batch().states.get(1)).isEqualTo(failed);
    fixture.begin(series, SLOT - 100);
    fixture.answer(passed());
    assertThat(fixture.batch().states.get(1)).as("older than what is known").isEqualTo(failed);
  }

  @Test
  void longGapsWaitAsOneRangeThatHoldsTheWatermark() {
    MissedRange range = new MissedRange(SLOT - 86_400_000, SLOT, 10_000);
    fixture.runs.recordMissed(series(null), range, Reason.INSTANCE_STOPPED);
    assertThat(fixture.writer.missed.rows()).isEqualTo(8_641);
    assertThat(fixture.writer.waiting()).as("they are no results").isZero();
    assertThat(fixture.missed()).hasSize(1);
    assertThat(shard.watermark(Long.MAX_VALUE)).isEqualTo(SLOT - 1);
    assertThat(fixture.registry.get("belfry.runs.missed").tag("reason", "INSTANCE_STOPPED"))
        .satisfies(found -> assertThat(found.counter().count()).isEqualTo(8_641));
  }
}
