package dev.belfry.engine.run;

import dev.belfry.platform.cluster.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Writes the results from which alerts may follow beside the batches of {@link ResultWriter}, so
 * that a message waits neither for the results of other monitors nor for the alert of one. A slot
 * is closed when its result is written, since a watermark of another batch may be written before.
 * Confined to one thread.
 */
final class UrgentLane {
  /** Batches that are under way at once. */
  static final int MOST_UNDER_WAY = 3;

  /** Between two batches, so that many urgent results share one. */
  private static final long EVERY_MILLIS = 2;

  private final BatchSender<ResultBatch> sender;
  private final Timers timers;
  private final Written written;
  private final List<ResultBatch> underWay = new ArrayList<>();
  private ResultBatch filling = new ResultBatch();
  private long sentAt = Long.MIN_VALUE / 2;
  private boolean resting;

  /** Takes the news of written batches. */
  interface Written {
    /** Takes a batch and the nanoseconds that it took. */
    void accept(ResultBatch batch, long nanos);
  }

  UrgentLane(BatchSender<ResultBatch> sender, Timers timers, Written written) {
    this.sender = sender;
    this.timers = timers;
    this.written = written;
  }

  /** The batch to add to. */
  ResultBatch batch() {
    return filling;
  }

  /** Rows that are not written yet. */
  long rows() {
    return filling.rows() + underWay.stream().mapToLong(ResultBatch::rows).sum();
  }

  /** Whether everything is written. */
  boolean isIdle() {
    return filling.isEmpty() && underWay.isEmpty();
  }

  /** Whether a batch under way has results of one of the checks. */
  boolean isWriting(Set<UUID> checks) {
    return underWay.stream().anyMatch(batch -> batch.sharesCheck(checks));
  }

  /** Writes the current batch as soon as a place is free. */
  void sendSoon() {
    if (resting || filling.isEmpty() || underWay.size() >= MOST_UNDER_WAY) {
      return;
    }
    long rest = EVERY_MILLIS - (timers.nanos() - sentAt) / 1_000_000;
    if (rest <= 0) {
      send();
      return;
    }
    resting = true;
    timers.after(
        rest,
        () -> {
          resting = false;
          sendSoon();
        });
  }

  private void send() {
    ResultBatch batch = filling;
    filling = new ResultBatch();
    underWay.add(batch);
    sentAt = timers.nanos();
    sender.send(
        batch,
        nanos -> {
          underWay.remove(batch);
          batch.closings.forEach(ResultBatch.Closing::close);
          sendSoon();
          written.accept(batch, nanos);
        });
  }

  /** Forgets all rows. */
  void forget() {
    underWay.clear();
    filling = new ResultBatch();
  }
}
