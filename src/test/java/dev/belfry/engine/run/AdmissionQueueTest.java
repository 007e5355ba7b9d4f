package dev.belfry.engine.run;

import static dev.belfry.engine.run.RunFixture.EPOCH;
import static dev.belfry.engine.run.RunSamples.HERE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.monitoring.check.Reason;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Targets that never answer, so that places run out after the first 256 runs. */
class AdmissionQueueTest {
  private static final int FIRST = 256;

  private final RunFixture fixture = new RunFixture(10_000);
  private final OwnedShard shard = fixture.claim(HERE, EPOCH);

  /** Series that are all due after 3 seconds of each ten. */
  private void series(int count) {
    for (int id = 0; id < count; id++) {
      fixture.scheduler.adopt(
          RunSamples.row(
              id,
              new UUID(7, id),
              null,
              new ScheduleVersion(0, ScheduleVersion.OPEN, 10_000, 3_000)),
          shard,
          false);
    }
  }

  private List<Reason> missed() {
    return fixture.missed().stream().map(MissedBatch.Missed::reason).distinct().toList();
  }

  @Test
  void aRunThatIsDueWaitsForAPlace() {
    series(FIRST + 10);
    fixture.tick(3_050);
    assertThat(fixture.probes).hasSize(FIRST);
    assertThat(fixture.queue.size()).isEqualTo(10);
    fixture.probes.subList(0, 4).forEach(probe -> probe.complete(RunSamples.passed()));
    fixture.tick(8);
    assertThat(fixture.probes).hasSize(FIRST + 4);
    assertThat(fixture.batch().results.get(0).delay()).isLessThan(20);
  }

  @Test
  void theLimitGrowsWhileRunsWaitAndTheThreadsKeepUp() {
    series(FIRST + 100);
    fixture.tick(4_500);
    assertThat(fixture.probes).hasSize(FIRST + 100);
    assertThat(fixture.queue.limit()).isGreaterThanOrEqualTo(FIRST + 100);
    assertThat(fixture.missed()).isEmpty();
  }

  @Test
  void aRunThatWaitsForAThirdOfItsPeriodIsMissed() {
    series(2_000);
    fixture.tick(6_300);
    assertThat(fixture.missed()).isEmpty();
    fixture.tick(100);
    assertThat(missed()).containsExactly(Reason.OVERLOADED);
    assertThat(fixture.probes).hasSize(1_000);
    assertThat(fixture.missed()).hasSize(1_000);
    assertThat(fixture.open.size()).isEqualTo(1_000);
    assertThat(shard.watermark(fixture.shards.reached())).isEqualTo(EPOCH + 2_999);
  }

  @Test
  void aSeriesWithManyRangesToRecordWaitsForThem() {
    series(1);
    for (int other = 1; other <= 62_500; other++) {
      MissedRange slot = new MissedRange(EPOCH, EPOCH, 10_000);
      fixture.writer.missed.add(shard, other, slot, Reason.OVERLOADED);
    }
    for (int i = MissedQueue.MOST_RANGES; i > 0; i--) {
      MissedRange slot = new MissedRange(EPOCH - 20_000L * i, EPOCH - 20_000L * i, 10_000);
      fixture.writer.missed.add(shard, 0, slot, Reason.OVERLOADED);
    }
    fixture.tick(13_500);
    assertThat(fixture.probes).isEmpty();
    assertThat(fixture.missed()).as("two more, in one range").hasSize(62_517);
    fixture.tick(10_000);
    assertThat(fixture.probes).hasSize(1);
  }

  @Test
  void aStandstillIsNoWait() {
    series(2_000);
    fixture.tick(3_050);
    fixture.stall(5_000);
    fixture.tick(200);
    assertThat(fixture.missed()).isEmpty();
    assertThat(fixture.queue.size()).isGreaterThan(1_000);
  }

  @Test
  void retriesGoFirst() {
    series(FIRST + 10);
    fixture.tick(3_050);
    OpenRunRow waited =
        new OpenRunRow(
            900, RunSamples.CHECK, HERE, HERE, EPOCH, 1, EPOCH, EPOCH, RunSamples.spec(null));
    fixture.runs.resume(waited, null);
    fixture.tick(8);
    fixture.probes.get(0).complete(RunSamples.passed());
    fixture.tick(8);
    assertThat(fixture.open.of(RunSamples.CHECK)).singleElement().matches(run -> run.probing);
  }
}
