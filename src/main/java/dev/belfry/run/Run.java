package dev.belfry.run;

import dev.belfry.cluster.ShardKey;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A run under way or waiting for its next attempt; due when that begins. */
final class Run extends Timed {
  final Batch.RunKey key;
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

  /** A run on schedule. */
  Run(Series series, long slot) {
    key = new Batch.RunKey(series.id, slot);
    checkId = series.checkId;
    spec = series.spec;
    home = series.shard.key;
    place = home;
    newest = series.newest;
    account = series.shard;
  }

  /** A run that was stored. */
  Run(OpenRunRow row, Series.@Nullable Newest newest) {
    key = new Batch.RunKey(row.seriesId(), row.at());
    checkId = row.checkId();
    spec = row.spec();
    home = row.home();
    place = row.place();
    this.newest = newest;
    attempts = row.attempts();
    started = row.started();
    due = row.due();
    stored = true;
  }
}
