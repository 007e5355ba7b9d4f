package dev.belfry.engine.run;

import dev.belfry.platform.cluster.EngineClock;
import dev.belfry.platform.cluster.Membership;
import dev.belfry.platform.cluster.ShardKey;
import dev.belfry.platform.cluster.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes results in batches, one at a time, together with the watermarks of the shards. Urgent
 * results have an {@link UrgentLane} beside them; results of one check are written in their order.
 * A batch that the database did not take is kept and written again, until the instance is fenced.
 * No run may begin while {@link #isFull}, which bounds what is kept. The {@link #missed} runs have
 * a path of their own and delay no result. Confined to one thread.
 */
final class ResultWriter {
  /** Results after which a batch is closed. */
  static final int LARGEST_BATCH = 4_000;

  private static final long LINGER_MILLIS = 50;

  /** Between two urgent batches, so that many urgent results share one. */
  private static final long URGENT_EVERY_MILLIS = 10;

  private static final long MARK_EVERY_MILLIS = 2_000;
  private static final long MARK_IDLE_EVERY_MILLIS = 20_000;

  /** Runs to record as missed. */
  final MissedWriter missed;

  private final BatchSender<ResultBatch> sender;
  private final UrgentLane lane;
  private final Timers timers;
  private final EngineClock clock;
  private final Progress progress;
  private final Listener listener;
  private final RunMetrics metrics;
  private final int capacity;
  private final Deque<ResultBatch> batches = new ArrayDeque<>();
  private final List<Promise<Void>> flushes = new ArrayList<>();
  private @Nullable ResultBatch sending;
  private long kept;
  private long epoch;
  private long sentAt = Long.MIN_VALUE / 2;
  private boolean started;
  private boolean urgent;

  /** How far the shards of this instance have got, from which watermarks follow. */
  interface Progress {
    /** The shards that this instance owns. */
    Collection<OwnedShard> all();

    /** Every run before this has begun, milliseconds since 1970. */
    long reached();
  }

  /** Takes the news of written batches. */
  interface Listener {
    /** Takes a batch that the database has stored. */
    void onBatchWritten(ResultBatch batch);
  }

  /**
   * @param membership gives the id that writes are fenced by, and takes the news of a refused one
   * @param capacity rows that are kept while the database is away, without missed runs
   */
  ResultWriter(
      RunStore store,
      Timers timers,
      EngineClock clock,
      Membership membership,
      Progress progress,
      Listener listener,
      RunMetrics metrics,
      int capacity) {
    this.timers = timers;
    this.clock = clock;
    this.progress = progress;
    this.listener = listener;
    this.metrics = metrics;
    this.capacity = capacity;
    sender = new BatchSender<>(store::write, timers, membership, metrics, this::forget);
    lane = new UrgentLane(sender, timers, this::onUrgentWritten);
    missed = new MissedWriter(store, timers, membership, metrics);
  }

  /** Begins to write every {@value #LINGER_MILLIS} ms. */
  void start() {
    missed.start();
    started = true;
    writeOn();
  }

  private void writeOn() {
    timers.after(
        LINGER_MILLIS,
        () -> {
          if (sending == null) {
            send();
          }
          writeOn();
        });
  }

  /**
   * The batch to add rows about a check to.
   *
   * @param soon whether {@link #flushSoon} will be called for them
   */
  ResultBatch batch(UUID check, boolean soon) {
    ResultBatch waiting = lane.batch();
    boolean beside = waiting.checks.contains(check) || (soon && isFree(check));
    ResultBatch batch = beside ? waiting : batch();
    batch.checks.add(check);
    return batch;
  }

  /** Whether rows about a check can overtake all others without overtaking one about it. */
  private boolean isFree(UUID check) {
    Set<UUID> one = Set.of(check);
    return started
        && flushes.isEmpty()
        && !sender.isFailing()
        && lane.batch().rows() < LARGEST_BATCH
        && !lane.isWriting(one)
        && (sending == null || !sending.sharesCheck(one))
        && batches.stream().noneMatch(batch -> batch.sharesCheck(one));
  }

  private ResultBatch batch() {
    ResultBatch last = batches.peekLast();
    if (last == null || last.rows() >= LARGEST_BATCH) {
      if (last != null) {
        kept += last.rows();
      }
      last = new ResultBatch();
      batches.add(last);
    }
    return last;
  }

  /** Writes a batch from {@link #batch} before its time. */
  void flushSoon(ResultBatch batch) {
    if (batch == lane.batch()) {
      lane.sendSoon();
    } else if (!urgent) {
      urgent = true;
      sendUrgent();
    }
  }

  private void sendUrgent() {
    if (urgent && started && sending == null) {
      long rest = URGENT_EVERY_MILLIS - (timers.nanos() - sentAt) / 1_000_000;
      if (rest > 0) {
        timers.after(rest, this::sendUrgent);
      } else {
        send();
      }
    }
  }

  /** Whether no further row can be kept, so that no further run should begin. */
  boolean isFull() {
    return waiting() >= capacity;
  }

  /** Whether the last attempt to write failed. */
  boolean isFailing() {
    return sender.isFailing();
  }

  /** Rows that are not written yet, without missed runs. */
  long waiting() {
    ResultBatch filling = batches.peekLast();
    return kept
        + lane.rows()
        + (filling == null ? 0 : filling.rows())
        + (sending == null ? 0 : sending.rows());
  }

  /** Forgets all rows, which the database would refuse, and completes all flushes. */
  void forget() {
    epoch++;
    batches.clear();
    kept = 0;
    sending = null;
    urgent = false;
    sender.forget();
    lane.forget();
    List<Promise<Void>> waiting = List.copyOf(flushes);
    flushes.clear();
    waiting.forEach(Promise::tryComplete);
    missed.forget();
  }

  /**
   * Writes all rows of this moment but the missed runs of other shards. Completes when they are
   * written, or forgotten with {@link #forget}. The future never fails.
   */
  Future<Void> flush(Collection<ShardKey> shards) {
    long begun = epoch;
    return missed
        .flush(shards)
        .compose(written -> epoch == begun ? flushResults() : Future.succeededFuture());
  }

  private Future<Void> flushResults() {
    Promise<Void> flushed = Promise.promise();
    flushes.add(flushed);
    if (sending == null) {
      send();
    }
    return flushed.future();
  }

  private void send() {
    if (!batches.isEmpty() && lane.isWriting(batches.getFirst().checks)) {
      return; // Until the lane is done; see onUrgentWritten.
    }
    ResultBatch batch = batches.isEmpty() ? new ResultBatch() : batches.removeFirst();
    boolean last = batches.isEmpty();
    if (!last) {
      kept -= batch.rows();
    }
    batch.closings.forEach(ResultBatch.Closing::close);
    List<Promise<Void>> flushed = last && lane.isIdle() ? List.copyOf(flushes) : List.of();
    mark(batch, !flushed.isEmpty());
    urgent &= !last;
    if (batch.isEmpty()) {
      finish(flushed);
      return;
    }
    sending = batch;
    sentAt = timers.nanos();
    sender.send(
        batch,
        nanos -> {
          sending = null;
          tell(batch, nanos);
          finish(flushed);
          sendNext();
        });
  }

  private void finish(List<Promise<Void>> flushed) {
    flushes.removeAll(flushed);
    flushed.forEach(Promise::tryComplete);
  }

  private void mark(ResultBatch batch, boolean all) {
    long now = clock.now();
    long reached = progress.reached();
    for (OwnedShard shard : progress.all()) {
      long every = shard.series.isEmpty() ? MARK_IDLE_EVERY_MILLIS : MARK_EVERY_MILLIS;
      if (shard.isMarkDue(now, all ? 0 : every)) {
        long watermark = shard.watermark(reached);
        if (watermark > shard.marked()) {
          shard.mark(watermark, now);
          batch.watermarks.put(shard.key, watermark);
        }
      }
    }
  }

  private void onUrgentWritten(ResultBatch batch, long nanos) {
    tell(batch, nanos);
    sendNext();
  }

  private void tell(ResultBatch batch, long nanos) {
    listener.onBatchWritten(batch);
    metrics.onBatchWritten(batch.rows(), nanos);
  }

  private void sendNext() {
    if (sending == null) {
      if (hasBatch() || !flushes.isEmpty()) {
        send();
      } else {
        sendUrgent();
      }
    }
  }

  /** Whether there is enough to write that nothing need be waited for. */
  private boolean hasBatch() {
    return !batches.isEmpty() && batches.getFirst().rows() >= LARGEST_BATCH;
  }
}
