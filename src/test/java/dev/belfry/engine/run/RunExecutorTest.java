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

  private final RunFixture stage = new RunFixture(2);
  private final OwnedShard shard = stage.claim(HERE, SLOT - 1);

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
    stage.runs.begin(series(null), SLOT);
    assertThat(stage.open.size()).isEqualTo(1);
    stage.answer(passed());
    assertThat(stage.open.size()).isZero();
    assertThat(stage.batch().results)
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.attempt()).isZero();
              assertThat(row.verdict()).isEqualTo(Verdict.PASSED);
              assertThat(row.delay()).isEqualTo(5);
              assertThat(row.detail()).isNull();
            });
    assertThat(stage.batch().closings).containsExactly(new ResultBatch.Closing(shard, SLOT));
    assertThat(stage.batch().waiting).isEmpty();
    assertThat(stage.batch().ended).isEmpty();
  }

  @Test
  void whatFailsIsTriedAgainAndOnlyTheLastAttemptCounts() {
    stage.runs.begin(series(RunSamples.retry(true)), SLOT);
    stage.answer(refused());
    assertThat(stage.batch().results).extracting(AttemptRow::attempt).containsExactly(1);
    assertThat(stage.batch().waiting).containsOnlyKeys(KEY);
    assertThat(stage.batch().states).isEmpty();
    assertThat(stage.batch().closings).as("a stored row accounts for it").hasSize(1);
    stage.tick(10_008);
    assertThat(stage.probes).hasSize(2);
    stage.answer(passed());
    assertThat(stage.batch().results).extracting(AttemptRow::attempt).containsExactly(1, 0);
    assertThat(stage.batch().waiting).isEmpty();
    assertThat(stage.batch().ended).containsExactly(KEY);
    assertThat(stage.batch().closings).hasSize(1);
    assertThat(stage.batch().states.get(1))
        .isEqualTo(new ResultBatch.State(Verdict.PASSED, SLOT, null));
  }

  @Test
  void aRetryElsewhereIsLeftToWhoeverProbesFromThere() {
    stage.runs.begin(series(RunSamples.retry(false)), SLOT);
    stage.answer(refused());
    ResultBatch.Waiting waiting = stage.batch().waiting.get(KEY);
    assertThat(waiting).isNotNull();
    assertThat(waiting.place()).isEqualTo(THERE);
    assertThat(waiting.elsewhere()).isTrue();
    assertThat(stage.open.size()).isZero();
  }

  @Test
  void aRetryElsewhereIsMadeHereWhenWeProbeFromThereToo() {
    stage.claim(THERE, SLOT);
    stage.runs.begin(series(RunSamples.retry(false)), SLOT);
    stage.answer(refused());
    stage.tick(10_008);
    stage.answer(passed());
    assertThat(stage.batch().results.get(1).detail()).isEqualTo("{\"location\":\"there\"}");
  }

  @Test
  void whatWasLeftWhereNobodyProbesIsMissed() {
    OwnedShard there = stage.claim(THERE, SLOT);
    stage.runs.resume(openRun(THERE, 1), null);
    stage.shards.remove(List.of(there.key));
    stage.tick(8);
    assertThat(stage.batch().results)
        .singleElement()
        .satisfies(row -> assertThat(row.reason()).isEqualTo(Reason.LOCATION_NOT_COVERED));
    assertThat(stage.batch().ended).containsExactly(KEY);
  }

  @Test
  void whatWaitsIsTheNextOwnersAsSoonAsTheShardIsGivenUp() {
    stage.runs.begin(series(RunSamples.retry(true)), SLOT);
    stage.answer(refused());
    stage.runs.begin(series(null), SLOT + 1);
    stage.shards.stop(List.of(HERE));
    stage.open.abandonWaiting(List.of(HERE));
    stage.tick(10_008);
    assertThat(stage.probes).as("not tried again").hasSize(2);
    assertThat(stage.batch().waiting).containsOnlyKeys(KEY);
    assertThat(stage.batch().results).extracting(AttemptRow::attempt).containsExactly(1);
    stage.answer(passed());
    assertThat(stage.batch().results).as("what was under way may end").hasSize(2);
  }

  @Test
  void whatIsForgottenWritesNothingAndStaysOpen() {
    stage.runs.begin(series(null), SLOT);
    stage.open.abandon(List.of(HERE));
    stage.answer(passed());
    assertThat(stage.batch().isEmpty()).isTrue();
    assertThat(stage.batch().closings).isEmpty();
    assertThat(stage.open.size()).isZero();
    assertThat(shard.watermark(Long.MAX_VALUE)).isEqualTo(SLOT - 1);
  }

  @Test
  void aStoredRunIsTakenOverOnceWhateverIsReadOfItLater() {
    stage.runs.resume(openRun(HERE, 0), null);
    stage.runs.resume(openRun(HERE, 0), null);
    assertThat(stage.open.size()).isEqualTo(1);
    stage.tick(8);
    stage.answer(passed());
    ResultBatch batch = stage.batch();
    assertThat(batch.ended).containsExactly(KEY);
    stage.runs.resume(openRun(HERE, 0), null);
    assertThat(stage.open.size()).as("its row is still there").isZero();
    stage.open.onBatchWritten(batch);
    stage.runs.resume(openRun(HERE, 0), null);
    assertThat(stage.open.size()).as("its row was read before that").isZero();
  }

  @Test
  void whatWentElsewhereComesBackOnlyAfterAnotherAttempt() {
    stage.runs.begin(series(RunSamples.retry(false)), SLOT);
    stage.answer(refused());
    stage.open.onBatchWritten(stage.batch());
    stage.runs.resume(openRun(HERE, 0), null);
    assertThat(stage.open.size()).as("its row was read before that").isZero();
    stage.runs.resume(openRun(HERE, 2), null);
    assertThat(stage.open.size()).isEqualTo(1);
  }

  @Test
  void whatWasBegunForATimeThatIsNoneAnyMoreIsForgotten() {
    stage.runs.begin(series(null), SLOT);
    stage.runs.reconcile(RunSamples.CHECK, key -> false, id -> false);
    stage.answer(passed());
    assertThat(stage.batch().results).isEmpty();
    assertThat(stage.batch().closings).containsExactly(new ResultBatch.Closing(shard, SLOT));
  }

  @Test
  void theRetriesOfAPausedMonitorEnd() {
    stage.runs.begin(series(RunSamples.retry(true)), SLOT);
    stage.answer(refused());
    stage.runs.reconcile(RunSamples.CHECK, key -> true, id -> true);
    assertThat(stage.open.size()).as("changed, not paused").isEqualTo(1);
    stage.runs.reconcile(RunSamples.CHECK, key -> true, id -> false);
    assertThat(stage.batch().results.get(1).reason()).isEqualTo(Reason.CANCELLED);
    assertThat(stage.batch().ended).containsExactly(KEY);
    stage.tick(10_008);
    assertThat(stage.probes).hasSize(1);
  }

  @Test
  void theAttemptUnderWayWhenAMonitorIsPausedIsTheLast() {
    stage.runs.begin(series(RunSamples.retry(true)), SLOT);
    stage.answer(refused());
    stage.tick(10_008);
    stage.runs.reconcile(RunSamples.CHECK, key -> true, id -> false);
    stage.answer(refused());
    assertThat(stage.batch().results).extracting(AttemptRow::attempt).containsExactly(1, 0);
  }

  @Test
  void soManyMayBeOpenAtOnce() {
    stage.runs.begin(series(null), SLOT);
    assertThat(stage.open.isFull()).isFalse();
    stage.runs.begin(series(null), SLOT + 1);
    assertThat(stage.open.isFull()).isTrue();
    assertThat(stage.open.probing()).isEqualTo(2);
    assertThat(stage.open.probing(List.of(THERE))).isZero();
    stage.answer(passed());
    assertThat(stage.open.isFull()).isFalse();
  }

  @Test
  void theStateOfASeriesIsWrittenWhenItChanges() {
    Series series = series(null);
    for (int i = 0; i < 2; i++) {
      stage.runs.begin(series, SLOT + i);
      stage.answer(passed());
      assertThat(stage.batch().states.get(1))
          .isEqualTo(new ResultBatch.State(Verdict.PASSED, SLOT, null));
    }
    stage.runs.begin(series, SLOT + 2);
    stage.answer(refused());
    ResultBatch.State failed = new ResultBatch.State(Verdict.FAILED, SLOT + 2, null);
    assertThat(stage.batch().states.get(1)).isEqualTo(failed);
    stage.runs.begin(series, SLOT - 100);
    stage.answer(passed());
    assertThat(stage.batch().states.get(1)).as("older than what is known").isEqualTo(failed);
  }

  @Test
  void longGapsAreWrittenInPieces() {
    MissedRange range = new MissedRange(SLOT - 86_400_000, SLOT, 10_000);
    stage.runs.recordMissed(series(null), range, Reason.INSTANCE_STOPPED);
    assertThat(range.count()).isEqualTo(8_641);
    assertThat(stage.writer.waiting()).isEqualTo(8_641);
    assertThat(stage.batch().rows()).as("the last of three pieces").isEqualTo(641);
    assertThat(shard.watermark(Long.MAX_VALUE)).isEqualTo(SLOT - 1);
    assertThat(stage.registry.get("belfry.runs.missed").tag("reason", "INSTANCE_STOPPED"))
        .satisfies(found -> assertThat(found.counter().count()).isEqualTo(8_641));
  }
}
