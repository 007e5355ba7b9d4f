package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.cluster.Membership;
import dev.belfry.platform.cluster.ShardKey;
import dev.belfry.platform.cluster.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes missed runs beside the results, in short statements with pauses between them, so that no
 * result waits for them. A batch that the database did not take is written again, until the
 * instance is fenced. Confined to one thread.
 */
final class MissedWriter {
  private static final long LINGER_MILLIS = 50;

  /** What is not being written yet. */
  final MissedQueue queue = new MissedQueue();

  private final MissedPace pace = new MissedPace();
  private final BatchSender<MissedBatch> sender;
  private final Timers timers;
  private final RunMetrics metrics;
  private final List<Promise<Void>> flushes = new ArrayList<>();
  private @Nullable MissedBatch sending;
  private boolean waiting;
  private boolean started;

  /**
   * @param membership gives the id that writes are fenced by, and takes the news of a refused one
   */
  MissedWriter(RunStore store, Timers timers, Membership membership, RunMetrics metrics) {
    this.sender = new BatchSender<>(store::writeMissed, timers, membership, metrics, this::forget);
    this.timers = timers;
    this.metrics = metrics;
  }

  /** Begins to write. */
  void start() {
    started = true;
    sendSoon();
  }

  /** Adds missed runs of a series of the shard, later than those before. */
  void add(OwnedShard shard, int series, MissedRange range, Reason reason) {
    queue.add(shard, series, range, reason);
    sendSoon();
  }

  /** Whether a series must wait for its missed runs to be written before it runs again. */
  boolean isCrowded(int series) {
    return queue.isCrowded(series);
  }

  /**
   * Learns from the time since the last step; call it ten times a second.
   *
   * @param pressed whether the instance has all it can do
   */
  void onStep(boolean pressed) {
    pace.onStep(pressed);
  }

  /** Missed runs that are not written yet. */
  long rows() {
    return queue.rows() + (sending == null ? 0 : sending.rows());
  }

  /**
   * Writes all missed runs of these shards, without pauses. Completes when they are written, or
   * forgotten with {@link #forget}. The future never fails.
   */
  Future<Void> flush(Collection<ShardKey> shards) {
    queue.promote(shards);
    if (sending == null && !queue.hasPromoted()) {
      return Future.succeededFuture();
    }
    Promise<Void> flushed = Promise.promise();
    flushes.add(flushed);
    if (sending == null) {
      send();
    }
    return flushed.future();
  }

  /** Forgets all missed runs, which the database would refuse, and completes all flushes. */
  void forget() {
    sender.forget();
    queue.clear();
    sending = null;
    finishFlushes();
  }

  private void finishFlushes() {
    List<Promise<Void>> finished = List.copyOf(flushes);
    flushes.clear();
    finished.forEach(Promise::tryComplete);
  }

  private void sendSoon() {
    if (started && !waiting && sending == null && queue.rows() > 0) {
      sendAfter(LINGER_MILLIS);
    }
  }

  private void sendAfter(long millis) {
    waiting = true;
    timers.after(
        millis,
        () -> {
          waiting = false;
          if (sending == null && queue.rows() > 0) {
            send();
          }
        });
  }

  private void send() {
    MissedBatch batch = new MissedBatch();
    queue.moveTo(batch, pace.rows());
    sending = batch;
    sender.send(batch, nanos -> onWritten(batch, nanos));
  }

  private void onWritten(MissedBatch batch, long nanos) {
    sending = null;
    batch.closings.forEach(ResultBatch.Closing::close);
    metrics.onMissedWritten(nanos);
    pace.onWritten(batch.rows(), nanos);
    if (queue.hasPromoted()) {
      send();
      return;
    }
    finishFlushes();
    if (!waiting && queue.rows() > 0) {
      long pause = pace.pauseMillis(nanos, queue.filled());
      sendAfter(queue.rows() < pace.rows() ? Math.max(pause, LINGER_MILLIS) : pause);
    }
  }
}
