package dev.belfry.engine.run;

import static dev.belfry.engine.run.RunSamples.HERE;
import static dev.belfry.engine.run.RunSamples.passed;
import static dev.belfry.engine.run.RunSamples.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.monitoring.check.IpFamily;
import dev.belfry.monitoring.check.UrlRequest;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.trace.TraceContext;
import dev.belfry.platform.trace.TraceId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which runs have spans. What a span holds is in TraceIT. */
class RunSpansTest {
  private static final long SLOT = RunFixture.EPOCH - 5;

  private final RunFixture fixture = new RunFixture();
  private final OwnedShard shard = fixture.claim(HERE, SLOT - 1);
  private final Series series =
      RunSamples.series(
          1,
          shard,
          RunSamples.retry(true),
          new ScheduleVersion(0, ScheduleVersion.OPEN, 60_000, 0));

  private void run(long slot) {
    shard.series.put(1, series);
    fixture.begin(series, slot);
  }

  @Test
  void thereAreNoneWhenNoneAreExported() {
    run(SLOT);
    fixture.answer(refused());
    assertThat(fixture.spans.spans).isEmpty();
  }

  @Test
  void aRunThatPassesHasOneForItsAttemptAndOneForItself() {
    fixture.spans.on = true;
    run(SLOT);
    fixture.answer(passed());
    assertThat(fixture.spans.spans).hasSize(2);
  }

  @Test
  void aRunWithoutNewsIsLeftToTheSample() {
    fixture.spans.on = true;
    fixture.spans.ratio = 0;
    series.newest.onResult(SLOT - 1, Verdict.PASSED, null);
    run(SLOT);
    fixture.answer(passed());
    assertThat(fixture.spans.spans).isEmpty();
  }

  @Test
  void aFailureAndARecoveryAreKeptWhateverTheSampleSays() {
    fixture.spans.on = true;
    fixture.spans.ratio = 0;
    series.newest.onResult(SLOT - 1, Verdict.FAILED, null);
    run(SLOT);
    fixture.answer(passed());
    assertThat(fixture.spans.spans).hasSize(2);
  }

  @Test
  void aFailureThatIsTriedAgainHasItsRunLater() {
    fixture.spans.on = true;
    fixture.spans.ratio = 0;
    run(SLOT);
    fixture.answer(refused());
    assertThat(fixture.spans.spans).hasSize(1);
    fixture.tick(10_100);
    fixture.answer(passed());
    assertThat(fixture.spans.spans).hasSize(3);
  }

  @Test
  void onlyACheckThatAsksSaysItsTrace() {
    Run silent = fixture.runs.open(series, SLOT);
    assertThat(RunSpans.context(silent)).isNull();
    UrlRequest asking =
        new UrlRequest("GET", "http://e.org/", true, false, IpFamily.IPV4, List.of(), true);
    RunSpec spec = RunSamples.spec(null);
    Run loud =
        new Run(
            new OpenRunRow(
                1,
                RunSamples.CHECK,
                HERE,
                HERE,
                SLOT,
                1,
                SLOT,
                SLOT,
                new RunSpec(
                    new ProbeRequest(asking, Duration.ofSeconds(5)),
                    spec.expectation(),
                    null,
                    List.of(),
                    null)),
            null);
    TraceId trace = TraceId.ofRun(RunSamples.CHECK, 1, SLOT);
    assertThat(RunSpans.context(loud)).isEqualTo(new TraceContext(trace, trace.attempt(2)));
  }
}
