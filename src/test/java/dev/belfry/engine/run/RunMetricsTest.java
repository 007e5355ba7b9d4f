package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RunMetricsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final RunMetrics metrics = new RunMetrics(registry);

  private double count(String name, String... tags) {
    return registry.get(name).tags(tags).counter().count();
  }

  @Test
  void everyVerdictAndEveryReasonToMissARunIsThereFromTheStart() {
    assertThat(registry.get("belfry.runs.ran").counters()).hasSize(Verdict.values().length - 1);
    assertThat(registry.get("belfry.runs.missed").counters())
        .extracting(counter -> counter.getId().getTag("reason"))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Reason.values())
                .filter(reason -> reason.name().equals("OBSERVER_PAUSED") || isOfMissed(reason))
                .map(Reason::name)
                .toList());
  }

  private static boolean isOfMissed(Reason reason) {
    return reason.code() >= 200 && reason.code() < 300;
  }

  @Test
  void aRunIsScheduledOnceHoweverOftenItIsTried() {
    metrics.onAttemptBegun(0);
    metrics.onFirstRequest(12);
    metrics.onAttemptEnded(Verdict.FAILED, true);
    metrics.onAttemptBegun(1);
    metrics.onAttemptEnded(Verdict.PASSED, false);
    assertThat(count("belfry.runs.scheduled")).isEqualTo(1);
    assertThat(count("belfry.runs.retries")).isEqualTo(1);
    assertThat(count("belfry.runs.ran", "verdict", "PASSED")).isEqualTo(1);
    assertThat(count("belfry.runs.ran", "verdict", "FAILED")).isZero();
    assertThat(registry.get("belfry.runs.lateness").timer().max(TimeUnit.MILLISECONDS))
        .isEqualTo(12);
  }

  @Test
  void missedRunsAreScheduledOnesToo() {
    metrics.onRunsMissed(Reason.INSTANCE_LOST, 5);
    metrics.onRunsMissed(Reason.INSTANCE_LOST, 1);
    assertThat(count("belfry.runs.scheduled")).isEqualTo(6);
    assertThat(count("belfry.runs.missed", "reason", "INSTANCE_LOST")).isEqualTo(6);
  }

  @Test
  void aRunThatIsGivenUpWasScheduledBefore() {
    metrics.onAttemptBegun(0);
    metrics.onRunGivenUp(Reason.CANCELLED, true);
    assertThat(count("belfry.runs.scheduled")).isEqualTo(1);
    assertThat(count("belfry.runs.missed", "reason", "CANCELLED")).isEqualTo(1);
  }

  @Test
  void aClockThatIsAheadMakesNoRunEarly() {
    metrics.onFirstRequest(-3);
    assertThat(registry.get("belfry.runs.lateness").timer().count()).isEqualTo(1);
    assertThat(registry.get("belfry.runs.lateness").timer().max(TimeUnit.MILLISECONDS)).isZero();
  }
}
