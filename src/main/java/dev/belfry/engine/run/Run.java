package dev.belfry.engine.run;

import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.run.schedule.TimerEntry;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.RetryPlan;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.cluster.ShardKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A run under way, or waiting for the attempt that begins when it is due. */
final class Run extends TimerEntry {
  final ResultBatch.RunKey key;
  final UUID checkId;
  final RunSpec spec;

  /** The shard of its series. */
  final ShardKey home;

  /** The newest result of its series; null when another instance owns the series. */
  final Series.@Nullable Newest newest;

  /** The shard whose watermark waits for the run; null once a stored row accounts for it. */
  @Nullable OwnedShard account;

  /** The shard whose owner makes the next attempt. */
  ShardKey place;

  /** Attempts made so far. */
  int attempts;

  /** When the first attempt began, milliseconds since 1970. */
  long started;

  /** Whether a row of {@code open_runs} says that it is open. */
  boolean stored;

  /** Whether a probe is under way. */
  boolean probing;

  /** Whether its result is to be ignored. */
  boolean abandoned;

  /** Whether the attempt under way is the last. */
  boolean last;

  /** Milliseconds from one run of its series to the next; 0 for a run that was stored. */
  final long period;

  /** Why it begins after its slot; null when it begins in time. */
  @Nullable Reason excuse;

  /** When it began to wait for a place, by the clock of the {@link AdmissionQueue}. */
  long queued;

  /** Creates a run of an owned series. */
  Run(Series series, long slot) {
    key = new ResultBatch.RunKey(series.id, slot);
    checkId = series.checkId;
    spec = series.spec;
    home = series.shard.key;
    place = home;
    newest = series.newest;
    account = series.shard;
    period = series.period;
  }

  /** Creates a run from its stored row. */
  Run(OpenRunRow row, Series.@Nullable Newest newest) {
    key = new ResultBatch.RunKey(row.seriesId(), row.at());
    checkId = row.checkId();
    spec = row.spec();
    home = row.home();
    place = row.place();
    this.newest = newest;
    attempts = row.attempts();
    started = row.started();
    due = row.due();
    stored = true;
    period = 0;
  }

  /** Whether it is past its slot: attempted before, or not begun in time. */
  boolean hasWaited() {
    return attempts > 0 || (excuse != null && !probing);
  }

  /** Whether its next attempt is the first, for a slot of its series. */
  boolean isFirstOfSlot() {
    return attempts == 0 && !stored;
  }

  /**
   * The pause between the attempt that has just ended and the next; empty when that was the last.
   */
  Optional<Duration> retry(long now, EvaluationResult evaluation, ProbeResult result) {
    return last
        ? Optional.empty()
        : RetryPlan.next(
            spec.retry(),
            attempts,
            Duration.ofMillis(now - started),
            evaluation.verdict(),
            result.answer() != null);
  }

  /** Whether an alert may follow from its result; call it before {@link #changedState}. */
  boolean isUrgent(Verdict verdict) {
    return verdict.isConclusive()
        && (verdict != Verdict.PASSED || newest == null || !newest.passed());
  }

  /** The new state of the series, if this result changes it. */
  Optional<ResultBatch.State> changedState(Verdict verdict, ProbeResult result) {
    Instant expiry = result.certificateExpiresAt();
    Long expires = expiry == null ? null : (Long) expiry.toEpochMilli();
    boolean changed =
        verdict.isConclusive() && (newest == null || newest.onResult(key.at(), verdict, expires));
    return changed
        ? Optional.of(new ResultBatch.State(verdict, key.at(), expires))
        : Optional.empty();
  }
}
