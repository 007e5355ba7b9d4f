package dev.belfry.engine.run;

import static java.util.Objects.requireNonNull;

import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.run.schedule.CatchUpPlan;
import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.RetryStrategy;
import dev.belfry.platform.cluster.EngineClock;
import dev.belfry.platform.cluster.Membership;
import dev.belfry.platform.cluster.ShardKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Executes runs: probe, verdict, retries, and the rows to write. It knows nothing of schedules.
 * Confined to one thread.
 */
final class RunExecutor {
  private final Attempts attempts;
  private final EngineClock clock;
  private final Membership membership;
  private final OwnedShards shards;
  private final OpenRuns open;
  private final ResultWriter writer;
  private final RunMetrics metrics;
  private final RunSpans spans;

  RunExecutor(
      Attempts attempts,
      EngineClock clock,
      Membership membership,
      OwnedShards shards,
      OpenRuns open,
      ResultWriter writer,
      RunMetrics metrics,
      RunSpans spans) {
    this.attempts = attempts;
    this.clock = clock;
    this.membership = membership;
    this.shards = shards;
    this.open = open;
    this.writer = writer;
    this.metrics = metrics;
    this.spans = spans;
  }

  /** Opens the run of a series that is due; {@link #begin} begins it. */
  Run open(Series series, long slot) {
    Run run = new Run(series, slot);
    series.shard.open(slot);
    open.add(run);
    return run;
  }

  /**
   * Schedules the run of a series for later than its slot. {@link #begin} records it as missed when
   * it comes too late.
   *
   * @param due when to begin, milliseconds since 1970
   * @param excuse why it was not begun in time
   */
  void beginLate(Series series, long slot, long due, Reason excuse) {
    Run run = open(series, slot);
    run.due = due;
    run.excuse = excuse;
    shards.schedule(run);
  }

  /** Takes over a stored run, unless it is known already. */
  void resume(OpenRunRow row, Series.@Nullable Newest newest) {
    if (open.keep(new ResultBatch.RunKey(row.seriesId(), row.at()), row.attempts())) {
      Run run = new Run(row, newest);
      open.add(run);
      shards.schedule(run);
    }
  }

  /**
   * Makes the next attempt of a run, unless it is too late for its slot or its location is covered
   * no more.
   *
   * @param overdue why the run is missed when it is too late and has no excuse of its own
   * @return whether a probe has begun
   */
  boolean begin(Run run, Reason overdue) {
    if (run.abandoned) {
      return false;
    }
    if (run.isFirstOfSlot() && CatchUpPlan.isTooLate(clock.now() - run.key.at(), run.period)) {
      miss(run, run.excuse == null ? overdue : run.excuse);
    } else if (shards.probesFrom(run.place)) {
      attempt(run);
      return true;
    } else {
      miss(run, Reason.LOCATION_NOT_COVERED);
    }
    return false;
  }

  /** Records that a run of a slot has waited for a place for too long. */
  void giveUp(Run run) {
    Reason reason = run.excuse == null ? Reason.OVERLOADED : run.excuse;
    OwnedShard account = requireNonNull(run.account);
    long slot = run.key.at();
    MissedRange range = new MissedRange(slot, slot, run.period);
    writer.missed.add(account, run.key.seriesId(), range, reason);
    account.close(slot);
    run.account = null;
    metrics.onRunGivenUp(reason, false);
    open.abandon(run);
  }

  /** Records that runs of a series did not take place. */
  void recordMissed(Series series, MissedRange range, Reason reason) {
    writer.missed.add(series.shard, series.id, range, reason);
    metrics.onRunsMissed(reason, range.count());
  }

  /** Whether the series must wait for its missed runs to be written before it runs again. */
  boolean isBehind(Series series) {
    return writer.missed.isCrowded(series.id);
  }

  /**
   * Learns from the time since the last step; call it ten times a second.
   *
   * @param pressed whether the instance has all it can do, so that missed runs must wait
   */
  void onStep(boolean pressed) {
    writer.missed.onStep(pressed || writer.waiting() > ResultWriter.LARGEST_BATCH);
  }

  /**
   * Brings the open runs of a check in line with its changed settings. A run begun for a slot that
   * the schedule no longer has is abandoned. A run of a paused series that waits for a retry ends.
   *
   * @param scheduled whether the schedule of the key's series has the key's slot
   * @param running whether the series has a schedule in force
   */
  void reconcile(UUID check, Predicate<ResultBatch.RunKey> scheduled, Predicate<Integer> running) {
    for (Run run : open.of(check)) {
      if (!run.stored && !scheduled.test(run.key)) {
        open.abandon(run);
        closeSlot(run, writer.batch(check, false));
      } else if (!running.test(run.key.seriesId()) && run.hasWaited()) {
        run.last = true;
        if (!run.probing) {
          miss(run, Reason.CANCELLED);
        }
      }
    }
  }

  private void attempt(Run run) {
    long begun = clock.now();
    if (run.attempts == 0) {
      run.started = begun;
    }
    open.onProbeBegun(run);
    metrics.onAttemptBegun(run.attempts);
    attempts
        .make(run.spec, begun, RunSpans.context(run))
        .onSuccess(attempt -> onAttempted(run, attempt));
  }

  private void onAttempted(Run run, Attempts.Attempt attempt) {
    ProbeResult result = attempt.result();
    open.onProbeEnded(run);
    if (run.abandoned) {
      return;
    }
    if (result.reason() == Reason.OVERLOADED) {
      missUnmade(run);
      return;
    }
    run.attempts++;
    EvaluationResult evaluation = attempts.observed(attempt);
    Optional<Duration> pause = run.retry(clock.now(), evaluation, result);
    long delay = attempt.begun() + result.timings().waitMicros() / 1_000 - run.key.at();
    if (run.attempts == 1) {
      metrics.onFirstRequest(delay);
    }
    AttemptRow row =
        new AttemptRow(
            run.key.seriesId(),
            run.key.at(),
            pause.isPresent() ? run.attempts : 0,
            evaluation.verdict(),
            evaluation.reason(),
            result.statusCode(),
            delay,
            result.timings(),
            ResultDetail.of(run, attempt.sent(), result, evaluation));
    boolean urgent = pause.isEmpty() && run.isUrgent(evaluation.verdict());
    ResultBatch batch = writer.batch(run.checkId, urgent);
    batch.add(row);
    metrics.onAttemptEnded(evaluation.verdict(), pause.isPresent());
    spans.onAttempted(run, attempt, evaluation, pause.isPresent());
    if (pause.isPresent()) {
      awaitRetry(run, batch, pause.get());
    } else {
      run.changedState(evaluation.verdict(), result)
          .ifPresent(state -> batch.states.put(run.key.seriesId(), state));
      end(run, batch);
      if (urgent) {
        writer.flushSoon(batch);
      }
    }
  }

  private void awaitRetry(Run run, ResultBatch batch, Duration pause) {
    RetryStrategy strategy = requireNonNull(run.spec.retry());
    List<String> chosen = run.spec.locations().stream().filter(membership::isCovered).toList();
    String place = RetryLocation.of(strategy, run.home.location(), chosen, run.attempts);
    run.place = new ShardKey(place, run.home.shard());
    run.due = clock.now() + pause.toMillis();
    boolean here = shards.probesFrom(run.place);
    batch.addWaiting(
        run.key, new ResultBatch.Waiting(run.place, run.attempts, run.started, run.due, !here));
    run.stored = true;
    closeSlot(run, batch);
    if (here) {
      open.keep(run.key, run.attempts);
      shards.schedule(run);
    } else {
      open.remove(run);
    }
  }

  private void miss(Run run, Reason reason) {
    metrics.onRunGivenUp(reason, run.attempts > 0);
    endWithout(run, reason);
  }

  /** Records a run whose attempt got no place or no socket, so that nothing left for its target. */
  private void missUnmade(Run run) {
    metrics.onRunGivenUp(Reason.OVERLOADED, true);
    endWithout(run, Reason.OVERLOADED);
  }

  private void endWithout(Run run, Reason reason) {
    ResultBatch batch = writer.batch(run.checkId, false);
    batch.add(AttemptRow.missed(run.key, reason));
    run.abandoned = true;
    run.cancelled = true;
    end(run, batch);
  }

  private void end(Run run, ResultBatch batch) {
    if (run.stored) {
      batch.end(run.key);
    }
    closeSlot(run, batch);
    open.remove(run);
  }

  /** Lets the shard's watermark pass the run's slot once the batch is written. */
  private static void closeSlot(Run run, ResultBatch batch) {
    OwnedShard account = run.account;
    if (account != null) {
      batch.closings.add(new ResultBatch.Closing(account, run.key.at()));
      run.account = null;
    }
  }
}
