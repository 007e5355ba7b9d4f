package dev.belfry.engine.run;

import static java.util.Objects.requireNonNull;

import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Prober;
import dev.belfry.engine.run.schedule.CatchUpPlan;
import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.RetryStrategy;
import dev.belfry.platform.cluster.EngineClock;
import dev.belfry.platform.cluster.ShardKey;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes runs: probe, verdict, retries, and what is written of them. Knows nothing of schedules.
 * Confined to one thread.
 */
final class RunExecutor {
  private final Prober prober;
  private final EngineClock clock;
  private final ResultWriter writer;
  private final Observer observer;
  private final RunMetrics metrics;
  private final RunContext surroundings;
  private final Capacity capacity;
  private final OpenRuns open = new OpenRuns();
  private int probing;

  /**
   * How much an instance takes on.
   *
   * @param openRuns that may be under way or wait for a retry
   * @param probes that may be under way or wait for their place
   */
  record Capacity(int openRuns, int probes) {}

  RunExecutor(
      Prober prober,
      EngineClock clock,
      ResultWriter writer,
      Observer observer,
      RunMetrics metrics,
      RunContext surroundings,
      Capacity capacity) {
    this.prober = prober;
    this.clock = clock;
    this.writer = writer;
    this.observer = observer;
    this.metrics = metrics;
    this.surroundings = surroundings;
    this.capacity = capacity;
  }

  /** Whether no more runs should begin. */
  boolean isOverloaded() {
    return open.size() >= capacity.openRuns() || probing >= capacity.probes();
  }

  /** Probes under way or waiting for their place. */
  int probing() {
    return probing;
  }

  /** Probes under way, or waiting for their place, for runs of shards. */
  int probing(Collection<ShardKey> shards) {
    return open.which(run -> run.probing && shards.contains(run.place)).size();
  }

  /** Runs under way or waiting for a retry. */
  int open() {
    return open.size();
  }

  /** Begins the run of a series that is due. */
  void begin(Series series, long slot) {
    Run run = new Run(series, slot);
    series.shard.open(slot);
    open.add(run);
    attempt(run);
  }

  /**
   * Begins the run of a series later than its time, or records it as missed when it is too late.
   *
   * @param due when to begin, milliseconds since 1970
   * @param excuse why it was not begun in time
   */
  void beginLate(Series series, long slot, long due, Reason excuse) {
    Run run = new Run(series, slot);
    run.due = due;
    run.excuse = excuse;
    series.shard.open(slot);
    open.add(run);
    surroundings.schedule(run);
  }

  /** Takes over a run that was stored, unless it is known already. */
  void resume(OpenRunRow row, Series.@Nullable Newest newest) {
    if (open.keep(new ResultBatch.RunKey(row.seriesId(), row.at()), row.attempts())) {
      Run run = new Run(row, newest);
      open.add(run);
      surroundings.schedule(run);
    }
  }

  /** Makes the next attempt of a run that waited for it. */
  void due(Run run) {
    if (run.abandoned) {
      return;
    }
    Reason excuse = run.excuse;
    if (excuse != null && CatchUpPlan.isTooLate(clock.now() - run.key.at(), run.period)) {
      miss(run, excuse);
    } else if (surroundings.probesFrom(run.place)) {
      attempt(run);
    } else {
      miss(run, Reason.LOCATION_NOT_COVERED);
    }
  }

  /** Records that runs of a series did not take place. */
  void missed(Series series, MissedRange range, Reason reason) {
    for (MissedRange piece : range.pieces(ResultWriter.LARGEST_BATCH)) {
      ResultBatch batch = writer.batch();
      batch.addMissed(new ResultBatch.Missed(series.id, piece, reason));
      series.shard.open(piece.first());
      batch.closings.add(new ResultBatch.Closing(series.shard, piece.first()));
    }
    metrics.missed(reason, range.count());
  }

  /**
   * Brings the runs of a check in line with its settings: what was begun for a time that is no
   * longer one is forgotten, what waits for a retry of a paused check ends.
   *
   * @param scheduled whether the key names a time at which the series had to run
   * @param running whether the series has a schedule in force
   */
  void settle(UUID check, Predicate<ResultBatch.RunKey> scheduled, Predicate<Integer> running) {
    for (Run run : open.of(check)) {
      if (!run.stored && !scheduled.test(run.key)) {
        abandon(run);
        settleAccount(run, writer.batch());
      } else if (!running.test(run.key.seriesId()) && run.hasWaited()) {
        run.last = true;
        if (!run.probing) {
          miss(run, Reason.CANCELLED);
        }
      }
    }
  }

  /** Forgets the runs of shards; to whoever owns these next they are still open. */
  void forget(Collection<ShardKey> shards) {
    forget(run -> shards.contains(run.place));
  }

  /** Forgets those runs of shards that wait for an attempt. */
  void forgetWaiting(Collection<ShardKey> shards) {
    forget(run -> !run.probing && shards.contains(run.place));
  }

  /** Forgets all runs. */
  void forgetAll() {
    open.which(run -> true).forEach(this::abandon);
    open.clear();
  }

  /** Notes that a batch has been written. */
  void written(ResultBatch batch) {
    open.written(batch, clock.now());
  }

  private void forget(Predicate<Run> which) {
    for (Run run : open.which(which)) {
      abandon(run);
      open.drop(run.key);
    }
  }

  private void abandon(Run run) {
    run.abandoned = true;
    run.cancelled = true;
    open.remove(run);
  }

  private void attempt(Run run) {
    long begun = clock.now();
    if (run.attempts == 0) {
      run.started = begun;
    }
    run.probing = true;
    probing++;
    metrics.began(run.attempts);
    long watched = observer.began(run.spec);
    prober
        .probe(run.spec.probe())
        .onSuccess(result -> answered(run, new Attempt(begun, watched), result));
  }

  /** When an attempt began, by the engine's clock and by the observer's. */
  private record Attempt(long begun, long watched) {}

  private void answered(Run run, Attempt attempt, ProbeResult result) {
    probing--;
    run.probing = false;
    if (run.abandoned) {
      return;
    }
    run.attempts++;
    EvaluationResult evaluation =
        observer.judge(
            run.spec,
            result,
            Evaluator.evaluate(
                result, run.spec.expectation(), run.spec.probe().request().assertions()),
            attempt.watched());
    Optional<Duration> pause = run.retry(clock.now(), evaluation, result);
    long delay = attempt.begun() + result.timings().waitMicros() / 1_000 - run.key.at();
    if (run.attempts == 1) {
      metrics.late(delay);
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
            ResultDetail.of(run, result, evaluation));
    ResultBatch batch = writer.batch();
    batch.add(row);
    metrics.ended(evaluation.verdict(), pause.isPresent());
    if (pause.isPresent()) {
      await(run, batch, pause.get());
    } else {
      boolean urgent = run.isUrgent(evaluation.verdict());
      run.news(evaluation.verdict(), result)
          .ifPresent(state -> batch.states.put(run.key.seriesId(), state));
      end(run, batch);
      if (urgent) {
        writer.flushSoon();
      }
    }
  }

  private void await(Run run, ResultBatch batch, Duration pause) {
    RetryStrategy strategy = requireNonNull(run.spec.retry());
    List<String> chosen = run.spec.locations().stream().filter(surroundings.covered()).toList();
    String place = RetryLocation.of(strategy, run.home.location(), chosen, run.attempts);
    run.place = new ShardKey(place, run.home.shard());
    run.due = clock.now() + pause.toMillis();
    boolean here = surroundings.probesFrom(run.place);
    batch.addWaiting(
        run.key, new ResultBatch.Waiting(run.place, run.attempts, run.started, run.due, !here));
    run.stored = true;
    settleAccount(run, batch);
    if (here) {
      open.keep(run.key, run.attempts);
      surroundings.schedule(run);
    } else {
      open.remove(run);
    }
  }

  private void miss(Run run, Reason reason) {
    ResultBatch batch = writer.batch();
    batch.add(AttemptRow.missed(run.key, reason));
    metrics.gaveUp(reason, run.attempts > 0);
    run.abandoned = true;
    run.cancelled = true;
    end(run, batch);
  }

  private void end(Run run, ResultBatch batch) {
    if (run.stored) {
      batch.end(run.key);
    }
    settleAccount(run, batch);
    open.remove(run);
  }

  private static void settleAccount(Run run, ResultBatch batch) {
    OwnedShard account = run.account;
    if (account != null) {
      batch.closings.add(new ResultBatch.Closing(account, run.key.at()));
      run.account = null;
    }
  }
}
