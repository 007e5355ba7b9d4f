package dev.belfry.engine.run;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The engine's meters. */
final class RunMetrics {
  private static final Set<Reason> REASONS_TO_MISS =
      EnumSet.of(
          Reason.INSTANCE_LOST,
          Reason.INSTANCE_STOPPED,
          Reason.DATABASE_AWAY,
          Reason.OVERLOADED,
          Reason.LOCATION_NOT_COVERED,
          Reason.CANCELLED,
          Reason.CLOCK_CHANGED,
          Reason.OBSERVER_PAUSED);

  private final Counter scheduled;
  private final Counter retries;
  private final Counter writeFailures;
  private final Timer lateness;
  private final Timer writes;
  private final Timer missedWrites;
  private final DistributionSummary batches;
  private final Map<Verdict, Counter> ran = new EnumMap<>(Verdict.class);
  private final Map<Reason, Counter> missed = new EnumMap<>(Reason.class);

  RunMetrics(MeterRegistry registry) {
    scheduled =
        Counter.builder("belfry.runs.scheduled")
            .description("Runs that came due, missed ones included")
            .register(registry);
    retries =
        Counter.builder("belfry.runs.retries")
            .description("Attempts after the first of a run")
            .register(registry);
    writeFailures =
        Counter.builder("belfry.results.write.failures")
            .description("Batches that could not be written and were tried again")
            .register(registry);
    lateness =
        Timer.builder("belfry.runs.lateness")
            .description("How long after its scheduled time a run began")
            .serviceLevelObjectives(
                Duration.ofMillis(5),
                Duration.ofMillis(10),
                Duration.ofMillis(20),
                Duration.ofMillis(50),
                Duration.ofMillis(100),
                Duration.ofMillis(250),
                Duration.ofSeconds(1),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30))
            .register(registry);
    writes =
        Timer.builder("belfry.results.write")
            .description("How long the database took for a batch")
            .register(registry);
    missedWrites =
        Timer.builder("belfry.results.missed.write")
            .description("How long the database took for a batch of missed runs")
            .register(registry);
    batches =
        DistributionSummary.builder("belfry.results.batch")
            .description("Rows in a batch")
            .serviceLevelObjectives(1, 10, 50, 100, 500, 1_000, 4_000)
            .register(registry);
    for (Reason reason : REASONS_TO_MISS) {
      missed.put(
          reason,
          Counter.builder("belfry.runs.missed")
              .description("Runs that did not take place, by reason")
              .tag("reason", reason.name())
              .register(registry));
    }
    for (Verdict verdict : Verdict.values()) {
      if (verdict != Verdict.MISSED) {
        ran.put(
            verdict,
            Counter.builder("belfry.runs.ran")
                .description("Runs that took place, by verdict")
                .tag("verdict", verdict.name())
                .register(registry));
      }
    }
  }

  /**
   * Counts an attempt that begins.
   *
   * @param attempts made before
   */
  void onAttemptBegun(int attempts) {
    if (attempts == 0) {
      scheduled.increment();
    } else {
      retries.increment();
    }
  }

  /** Records by how many milliseconds after its slot the first request of a run was sent. */
  void onFirstRequest(long millis) {
    lateness.record(Math.max(0, millis), TimeUnit.MILLISECONDS);
  }

  /** Counts the verdict of an attempt as the run's own, unless a retry follows. */
  void onAttemptEnded(Verdict verdict, boolean retried) {
    Counter counter = ran.get(verdict);
    if (!retried && counter != null) {
      counter.increment();
    }
  }

  /** Counts runs that were scheduled and did not take place. */
  void onRunsMissed(Reason reason, long count) {
    scheduled.increment((double) count);
    countMissed(reason, count);
  }

  /** Counts a run without a verdict, which is counted as scheduled once an attempt has begun. */
  void onRunGivenUp(Reason reason, boolean begun) {
    if (!begun) {
      scheduled.increment();
    }
    countMissed(reason, 1);
  }

  private void countMissed(Reason reason, long count) {
    Objects.requireNonNull(missed.get(reason)).increment((double) count);
  }

  /** Records a written batch and how long the database took. */
  void onBatchWritten(long rows, long nanos) {
    batches.record((double) rows);
    writes.record(nanos, TimeUnit.NANOSECONDS);
  }

  /** Records how long the database took for a batch of missed runs. */
  void onMissedWritten(long nanos) {
    missedWrites.record(nanos, TimeUnit.NANOSECONDS);
  }

  /** Counts a batch that could not be written and is written again. */
  void onWriteFailed() {
    writeFailures.increment();
  }
}
