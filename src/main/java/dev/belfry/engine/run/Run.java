package dev.belfry.engine.run;

import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.run.schedule.TimerEntry;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.cluster.ShardKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A run under way or waiting for its next attempt; due when that begins. */
final class Run extends TimerEntry {
  final ResultBatch.RunKey key;
  final UUID checkId;
  final RunSpec spec;

  /** The shard of its series. */
  final ShardKey home;

  /** What its results are told to, null when its series is not ours. */
  final Series.@Nullable Newest newest;

  /** Where it is accounted for, null once a stored row does that. */
  @Nullable OwnedShard account;

  /** The shard whose owner makes the next attempt. */
  ShardKey place;

  /** Attempts made so far. */
  int attempts;

  /** When the first attempt began, milliseconds since 1970. */
  long started;

  /** Whether a row says that it is open. */
  boolean stored;

  /** Whether a probe is under way. */
  boolean probing;

  /** Whether nobody wants to know any more. */
  boolean abandoned;

  /** Whether the attempt under way is the last. */
  boolean last;

  /** Milliseconds from one run of its series to the next; 0 for a run that was stored. */
  final long period;

  /** Why it begins later than it should, null when it does not. */
  @Nullable Reason excuse;

  /** A run on schedule. */
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

  /** A run that was stored. */
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

  /** Whether it is past its time: tried before, or not begun in time. */
  boolean hasWaited() {
    return attempts > 0 || (excuse != null && !probing);
  }

  /**
   * How long after an attempt that has just ended the next begins; empty when that was the last.
   */
  Optional<Duration> retry(long now, EvaluationResult evaluation, ProbeResult result) {
    return last
        ? Optional.empty()
        : RetryPlan.next(
            spec.retry(),
            attempts,
            Duration.ofMillis(now - started),
            evaluation.verdict(),
            result.statusCode() != 0);
  }

  /** Whether people may be waiting for its result; to be asked before it is noted as news. */
  boolean isUrgent(Verdict verdict) {
    return verdict.isConclusive()
        && (verdict != Verdict.PASSED || newest == null || !newest.passed());
  }

  /** What its result changes in what the series is found to be, if anything. */
  Optional<ResultBatch.State> news(Verdict verdict, ProbeResult result) {
    Instant expiry = result.certificateExpiresAt();
    Long expires = expiry == null ? null : (Long) expiry.toEpochMilli();
    boolean isNews =
        verdict.isConclusive() && (newest == null || newest.isNews(key.at(), verdict, expires));
    return isNews
        ? Optional.of(new ResultBatch.State(verdict, key.at(), expires))
        : Optional.empty();
  }
}
