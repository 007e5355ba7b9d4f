package dev.belfry.engine.run;

import dev.belfry.platform.cluster.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes what runs come to, in batches one after the other, together with how far each shard is
 * accounted for. What cannot be written now is kept and tried again until it can, or until the
 * instance turns out to be fenced; how much is kept is bounded by whoever asks {@link #isFull}.
 * Confined to one thread.
 */
final class ResultWriter {
  static final int LARGEST_BATCH = 4_000;
  private static final long LINGER_MILLIS = 50;

  /** Between two batches for the sake of what is urgent, so that many of these share one. */
  private static final long URGENT_EVERY_MILLIS = 20;

  private static final long PAUSE_MILLIS = 250;
  private static final long MARK_EVERY_MILLIS = 2_000;
  private static final long MARK_IDLE_EVERY_MILLIS = 20_000;

  private final RunStore store;
  private final Timers timers;
  private final LongSupplier instance;
  private final RunMetrics metrics;
  private final Owner owner;
  private final int capacity;
  private final Deque<ResultBatch> batches = new ArrayDeque<>();
  private final List<Promise<Void>> flushes = new ArrayList<>();
  private @Nullable ResultBatch sending;
  private long kept;
  private long keptRoom;
  private long era;
  private long sentAt = Long.MIN_VALUE / 2;
  private boolean started;
  private boolean urgent;
  private boolean failing;

  /** What the writer must know of whoever owns the shards. */
  interface Owner {
    /** The shards that are ours. */
    Collection<OwnedShard> shards();

    /** Every run before this has begun, milliseconds since 1970. */
    long reached();

    /** The time, milliseconds since 1970. */
    long now();

    /** A batch has been written. */
    void written(ResultBatch batch);

    /** What was written was refused, since another has taken over. */
    void fenced();
  }

  /**
   * @param instance the id of the instance
   * @param capacity rows that are kept while the database is away; many missed runs of a series in
   *     a row count as one
   */
  ResultWriter(
      RunStore store,
      Timers timers,
      LongSupplier instance,
      RunMetrics metrics,
      Owner owner,
      int capacity) {
    this.store = store;
    this.timers = timers;
    this.instance = instance;
    this.metrics = metrics;
    this.owner = owner;
    this.capacity = capacity;
  }

  /** Begins to write every so often. */
  void start() {
    started = true;
    timers.after(
        LINGER_MILLIS,
        () -> {
          if (sending == null) {
            send();
          }
          start();
        });
  }

  /** The batch to add to. */
  ResultBatch batch() {
    ResultBatch last = batches.peekLast();
    if (last == null || last.rows() >= LARGEST_BATCH) {
      if (last != null) {
        kept += last.rows();
        keptRoom += last.room();
      }
      last = new ResultBatch();
      batches.add(last);
    }
    return last;
  }

  /** Something was added that somebody waits for: it is written at once when it is quiet. */
  void flushSoon() {
    if (!urgent) {
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

  /** Whether no more can be kept, so that nothing new should begin. */
  boolean isFull() {
    ResultBatch filling = batches.peekLast();
    long room = (filling == null ? 0 : filling.room()) + (sending == null ? 0 : sending.room());
    return keptRoom + room >= capacity;
  }

  /** Whether the last attempt to write failed. */
  boolean isFailing() {
    return failing;
  }

  /** Rows that wait to be written. */
  long waiting() {
    ResultBatch filling = batches.peekLast();
    return kept + (filling == null ? 0 : filling.rows()) + (sending == null ? 0 : sending.rows());
  }

  /** Forgets everything: it would be refused. */
  void forget() {
    era++;
    batches.clear();
    kept = 0;
    keptRoom = 0;
    sending = null;
    urgent = false;
    failing = false;
    List<Promise<Void>> waiting = List.copyOf(flushes);
    flushes.clear();
    waiting.forEach(Promise::tryComplete);
  }

  /** Completes when everything that is there now has been written, or will never be. */
  Future<Void> flush() {
    Promise<Void> flushed = Promise.promise();
    flushes.add(flushed);
    if (sending == null) {
      send();
    }
    return flushed.future();
  }

  private void send() {
    ResultBatch batch = batches.isEmpty() ? new ResultBatch() : batches.removeFirst();
    boolean last = batches.isEmpty();
    if (!last) {
      kept -= batch.rows();
      keptRoom -= batch.room();
    }
    batch.closings.forEach(closing -> closing.shard().close(closing.slot()));
    mark(batch, last && !flushes.isEmpty());
    List<Promise<Void>> flushed = last ? List.copyOf(flushes) : List.of();
    urgent &= !last;
    if (batch.isEmpty()) {
      finish(flushed);
      return;
    }
    sending = batch;
    sentAt = timers.nanos();
    write(batch, flushed);
  }

  private void finish(List<Promise<Void>> flushed) {
    flushes.removeAll(flushed);
    flushed.forEach(Promise::tryComplete);
  }

  private void mark(ResultBatch batch, boolean all) {
    long now = owner.now();
    long reached = owner.reached();
    for (OwnedShard shard : owner.shards()) {
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

  private void write(ResultBatch batch, List<Promise<Void>> flushed) {
    long began = era;
    long sent = timers.nanos();
    store
        .write(instance.getAsLong(), batch)
        .onComplete(
            outcome -> {
              if (era != began) {
                return;
              }
              if (outcome.failed()) {
                failing = true;
                metrics.writeFailed();
                timers.after(PAUSE_MILLIS, () -> again(batch, flushed, began));
              } else if (!outcome.result()) {
                owner.fenced();
              } else {
                failing = false;
                sending = null;
                owner.written(batch);
                metrics.wrote(batch.rows(), timers.nanos() - sent);
                finish(flushed);
                boolean more = !batches.isEmpty() && batches.getFirst().rows() >= LARGEST_BATCH;
                if (more || !flushes.isEmpty()) {
                  send();
                } else {
                  sendUrgent();
                }
              }
            });
  }

  private void again(ResultBatch batch, List<Promise<Void>> flushed, long began) {
    if (era == began) {
      write(batch, flushed);
    }
  }
}
