package dev.belfry.engine.run;

import dev.belfry.platform.cluster.Membership;
import dev.belfry.platform.cluster.Timers;
import java.util.HashSet;
import java.util.Set;

/**
 * Sends batches to the database, each until it is written, or until the instance is fenced.
 * Confined to one thread.
 */
final class BatchSender {
  private static final long PAUSE_MILLIS = 250;

  private final RunStore store;
  private final Timers timers;
  private final Membership membership;
  private final ResultWriter.Listener listener;
  private final RunMetrics metrics;
  private final Set<ResultBatch> refused = new HashSet<>();
  private long epoch;

  /**
   * @param membership gives the id that writes are fenced by, and takes the news of a refused one
   * @param listener takes the news of a written batch before the sender of the batch does
   */
  BatchSender(
      RunStore store,
      Timers timers,
      Membership membership,
      ResultWriter.Listener listener,
      RunMetrics metrics) {
    this.store = store;
    this.timers = timers;
    this.membership = membership;
    this.listener = listener;
    this.metrics = metrics;
  }

  /** Whether the last attempt to write one of the batches failed. */
  boolean isFailing() {
    return !refused.isEmpty();
  }

  /** Sends no batch again, and calls nobody about those under way. */
  void forget() {
    epoch++;
    refused.clear();
  }

  /**
   * Sends a batch.
   *
   * @param written is run once the batch is written; not after {@link #forget}
   * @param fenced is run when the instance is fenced, unless that news led to {@link #forget}
   */
  void send(ResultBatch batch, Runnable written, Runnable fenced) {
    long begun = epoch;
    long sent = timers.nanos();
    store
        .write(membership.id(), batch)
        .onComplete(
            outcome -> {
              if (epoch != begun) {
                return;
              }
              if (outcome.failed()) {
                refused.add(batch);
                metrics.onWriteFailed();
                timers.after(PAUSE_MILLIS, () -> sendAgain(batch, written, fenced, begun));
              } else if (!outcome.result()) {
                membership.onFenced();
                if (epoch == begun) {
                  fenced.run();
                }
              } else {
                refused.remove(batch);
                listener.onBatchWritten(batch);
                metrics.onBatchWritten(batch.rows(), timers.nanos() - sent);
                written.run();
              }
            });
  }

  private void sendAgain(ResultBatch batch, Runnable written, Runnable fenced, long begun) {
    if (epoch == begun) {
      send(batch, written, fenced);
    }
  }
}
