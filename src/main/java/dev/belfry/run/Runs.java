package dev.belfry.run;

import dev.belfry.check.Reason;
import dev.belfry.check.RetryStrategy;
import dev.belfry.check.Verdict;
import dev.belfry.cluster.EngineClock;
import dev.belfry.cluster.ShardKey;
import dev.belfry.probe.ProbeResult;
import dev.belfry.probe.Prober;
import dev.belfry.probe.Timings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes runs: probe, verdict, retries, and what is written of them. Knows nothing of schedules.
 * Confined to one thread.
 */
final class Runs {
  private final Prober prober;
  private final EngineClock clock;
  private final ResultWriter writer;
  private final Observer observer;
  private final RunMetrics metrics;
  private final Surroundings surroundings;
  private final int mostOpen;
  private final Map<UUID, List<Run>> active = new HashMap<>();
  private final Set<Batch.RunKey> known = new HashSet<>();
  private int open;
  private int probing;

  /** What runs must know of the instance they run on. */
  interface Surroundings {
    /** Whether this instance owns the shard and probes from its location. */
    boolean probesFrom(ShardKey place);

    /** Whether some instance probes from a location. */
    Predicate<String> covered();

    /** Gives the run back when it is due. */
    void schedule(Run run);
  }

  /**
   * @param mostOpen runs that may be open at once
   */
  Runs(
      Prober prober,
      EngineClock clock,
      ResultWriter writer,
      Observer observer,
      RunMetrics metrics,
      Surroundings surroundings,
      int mostOpen) {
    this.prober = prober;
    this.clock = clock;
    this.writer = writer;
    this.observer = observer;
    this.metrics = metrics;
    this.surroundings = surroundings;
    this.mostOpen = mostOpen;
  }

  /** Whether no more runs should begin. */
  boolean isOverloaded() {
    return open >= mostOpen;
  }

  /** Probes under way or waiting for their place. */
  int probing() {
    return probing;
  }

  /** Probes under way, or waiting for their place, for runs of shards. */
  int probing(Collection<ShardKey> shards) {
    return (int)
        active.values().stream()
            .flatMap(List::stream)
            .filter(run -> run.probing && shards.contains(run.place))
            .count();
  }

  /** Runs under way or waiting for a retry. */
  int open() {
    return open;
  }

  /** Begins the run of a series that is due. */
  void begin(Series series, long slot) {
    Run run = new Run(series, slot);
    series.shard.open(slot);
    add(run);
    attempt(run);
  }

  /** Takes over a run that was stored, unless it is known already. */
  void resume(OpenRunRow row, Series.@Nullable Newest newest) {
    if (known.contains(new Batch.RunKey(row.seriesId(), row.at()))) {
      return;
    }
    Run run = new Run(row, newest);
    known.add(run.key);
    add(run);
    surroundings.schedule(run);
  }

  /** Makes the next attempt of a run that waited for it. */
  void due(Run run) {
    if (run.abandoned) {
      return;
    }
    if (surroundings.probesFrom(run.place)) {
      attempt(run);
    } else {
      miss(run, Reason.LOCATION_NOT_COVERED);
    }
  }

  /** Records that runs of a series did not take place. */
  void missed(Series series, MissedRange range, Reason reason) {
    for (MissedRange piece : range.pieces(ResultWriter.LARGEST_BATCH)) {
      Batch batch = writer.batch();
      batch.addMissed(new Batch.Missed(series.id, piece, reason));
      series.shard.open(piece.first());
      batch.closings.add(new Batch.Closing(series.shard, piece.first()));
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
  void settle(UUID check, Predicate<Batch.RunKey> scheduled, Predicate<Integer> running) {
    for (Run run : List.copyOf(active.getOrDefault(check, List.of()))) {
      if (!run.stored && !scheduled.test(run.key)) {
        abandon(run);
        settleAccount(run, writer.batch());
      } else if (!running.test(run.key.seriesId()) && run.attempts > 0) {
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
    forget(run -> true);
    known.clear();
  }

  /** Notes that a batch has been written. */
  void written(Batch batch) {
    batch.ended.forEach(known::remove);
  }

  private void forget(Predicate<Run> which) {
    List<Run> found = new ArrayList<>();
    active.values().forEach(runs -> runs.stream().filter(which).forEach(found::add));
    found.forEach(
        run -> {
          abandon(run);
          known.remove(run.key);
        });
  }

  private void abandon(Run run) {
    run.abandoned = true;
    run.cancelled = true;
    remove(run);
  }

  private void attempt(Run run) {
    long begun = clock.now();
    if (run.attempts == 0) {
      run.started = begun;
    }
    run.probing = true;
    probing++;
    metrics.began(run.attempts, begun - run.key.at());
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
    Evaluation evaluation =
        observer.judge(
            run.spec,
            result,
            Evaluator.evaluate(
                result, run.spec.expectation(), run.spec.probe().request().assertions()),
            attempt.watched());
    Optional<Duration> pause =
        run.last
            ? Optional.empty()
            : RetryPlan.next(
                run.spec.retry(),
                run.attempts,
                Duration.ofMillis(clock.now() - run.started),
                evaluation.verdict(),
                result.statusCode() != 0);
    long delay = attempt.begun() + result.timings().waitMicros() / 1_000 - run.key.at();
    ResultRow row =
        new ResultRow(
            run.key.seriesId(),
            run.key.at(),
            pause.isPresent() ? run.attempts : 0,
            evaluation.verdict(),
            evaluation.reason(),
            result.statusCode(),
            delay,
            result.timings(),
            ResultDetail.of(run, result, evaluation));
    Batch batch = writer.batch();
    batch.add(row);
    metrics.ended(evaluation.verdict(), pause.isPresent());
    if (pause.isPresent()) {
      await(run, batch, pause.get());
    } else {
      note(run, result, evaluation, batch);
      end(run, batch);
    }
  }

  private void await(Run run, Batch batch, Duration pause) {
    RetryStrategy strategy = java.util.Objects.requireNonNull(run.spec.retry());
    List<String> chosen = run.spec.locations().stream().filter(surroundings.covered()).toList();
    String place = RetryLocation.of(strategy, run.home.location(), chosen, run.attempts);
    run.place = new ShardKey(place, run.home.shard());
    run.due = clock.now() + pause.toMillis();
    boolean here = surroundings.probesFrom(run.place);
    batch.addWaiting(
        run.key, new Batch.Waiting(run.place, run.attempts, run.started, run.due, !here));
    run.stored = true;
    settleAccount(run, batch);
    if (here) {
      known.add(run.key);
      surroundings.schedule(run);
    } else {
      remove(run);
      known.remove(run.key);
    }
  }

  private void note(Run run, ProbeResult result, Evaluation evaluation, Batch batch) {
    if (!evaluation.verdict().isConclusive()) {
      return;
    }
    Instant expiry = result.certificateExpiresAt();
    Long expires = expiry == null ? null : (Long) expiry.toEpochMilli();
    Series.Newest newest = run.newest;
    if (newest != null) {
      if (run.key.at() <= newest.slot) {
        return;
      }
      newest.slot = run.key.at();
      int verdict = evaluation.verdict().code();
      if (newest.verdict == verdict
          && java.util.Objects.equals(newest.certificateExpires, expires)) {
        return;
      }
      newest.verdict = verdict;
      newest.certificateExpires = expires;
    }
    batch.states.put(
        run.key.seriesId(), new Batch.State(evaluation.verdict(), run.key.at(), expires));
  }

  private void miss(Run run, Reason reason) {
    Batch batch = writer.batch();
    batch.add(
        new ResultRow(
            run.key.seriesId(), run.key.at(), 0, Verdict.MISSED, reason, 0, 0, Timings.NONE, null));
    metrics.missed(reason, 1);
    run.abandoned = true;
    run.cancelled = true;
    end(run, batch);
  }

  private void end(Run run, Batch batch) {
    if (run.stored) {
      batch.end(run.key);
    }
    settleAccount(run, batch);
    remove(run);
  }

  private static void settleAccount(Run run, Batch batch) {
    OwnedShard account = run.account;
    if (account != null) {
      batch.closings.add(new Batch.Closing(account, run.key.at()));
      run.account = null;
    }
  }

  private void add(Run run) {
    active.computeIfAbsent(run.checkId, check -> new ArrayList<>(1)).add(run);
    open++;
  }

  private void remove(Run run) {
    List<Run> runs = active.get(run.checkId);
    if (runs != null && runs.remove(run)) {
      open--;
      if (runs.isEmpty()) {
        active.remove(run.checkId);
      }
    }
  }
}
