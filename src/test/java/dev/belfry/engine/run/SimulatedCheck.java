package dev.belfry.engine.run;

import dev.belfry.alerting.alert.AlertPolicy;
import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.AlertSettings.ParallelRunFailureThreshold;
import dev.belfry.monitoring.check.AlertSettings.Reminders;
import dev.belfry.monitoring.check.AlertSettings.RunBasedEscalation;
import dev.belfry.monitoring.check.EscalationType;
import dev.belfry.monitoring.check.FlapDetection;
import dev.belfry.monitoring.check.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A check with its series, all of which run at once, and what is asked for when it fails. */
final class SimulatedCheck {
  final UUID id;
  final List<SimulatedMonitor> series = new ArrayList<>();
  final Set<Long> channels = new TreeSet<>();
  final boolean opensIncidents;
  AlertSettings settings;
  boolean held;
  boolean muted;
  int failures;

  /** The end of the first of its failed runs in a row, and of the last one. */
  long failing;

  long lastFailed;

  /** The end of the first of its runs in a row that did not pass. */
  long troubled;

  private boolean bad;

  /** What it depends on: groups of checks, or single ones. */
  final List<List<SimulatedCheck>> parents = new ArrayList<>();

  /** When something it depends on was last seen failing. */
  long parentFailed;

  SimulatedCheck(UUID id, SplittableRandom random) {
    this.id = id;
    for (int i = random.nextInt(3); i >= 0; i--) {
      channels.add(random.nextLong(SimulatedReceivers.CHANNELS));
    }
    opensIncidents = random.nextBoolean();
    settings = settings(random);
  }

  static AlertSettings settings(SplittableRandom random) {
    return new AlertSettings(
        random.nextInt(4) == 0 ? EscalationType.TIME_BASED : EscalationType.RUN_BASED,
        new Reminders(List.of(0, 1, 2, 100_000).get(random.nextInt(4)), 1 + random.nextInt(3)),
        new RunBasedEscalation(1 + random.nextInt(3)),
        null,
        new ParallelRunFailureThreshold(random.nextBoolean(), 10 + 10 * random.nextInt(10)),
        random.nextInt(3) > 0
            ? null
            : new FlapDetection(true, 5 + random.nextInt(6), 20 + random.nextInt(40), 19));
  }

  AlertPolicy policy() {
    return new AlertPolicy(settings, held, series.get(0).current() != null, series.size());
  }

  /** Time between two runs, 0 while it is paused. */
  long period() {
    ScheduleVersion current = series.get(0).current();
    return current == null ? 0 : current.period();
  }

  /** Counts a run with a conclusive verdict. */
  void count(Verdict verdict, long ended) {
    boolean failed = verdict == Verdict.FAILED;
    troubled = bad ? troubled : ended;
    bad = verdict != Verdict.PASSED;
    failing = failures == 0 ? ended : failing;
    failures = failed ? failures + 1 : 0;
    lastFailed = failed ? ended : lastFailed;
  }

  /** Whether so many failures raise an alert. */
  boolean isToBeTold() {
    return settings.escalationType() == EscalationType.RUN_BASED
        && !settings.detectsFlapping()
        && !held
        && policy().activated()
        && failures >= settings.runBasedEscalation().failedRunThreshold();
  }

  /** Puts a schedule in force, or pauses the check. */
  void reschedule(@Nullable ScheduleVersion wanted, long databaseMillis) {
    series.forEach(one -> one.reschedule(wanted, databaseMillis));
  }
}
