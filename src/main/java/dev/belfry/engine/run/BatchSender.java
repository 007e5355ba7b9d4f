package dev.belfry.engine.run;

import dev.belfry.platform.cluster.Membership;
import dev.belfry.platform.cluster.Timers;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Sends batches to the database, each until it is written, or until the instance is fenced.
 * Confined to one thread.
 */
final class BatchSender<B> {
  private static final long PAUSE_MILLIS = 250;

  private final Statement<B> statement;
  private final Timers timers;
  private final Membership membership;
  private final RunMetrics metrics;
  private final Runnable fenced;
  private final Set<B> refused = new HashSet<>();
  private long epoch;

  /** Writes a batch as {@link RunStore} says. */
  interface Statement<B> {
    /** Completes with false when the instance is fenced. */
    Future<Boolean> write(long instance, B batch);
  }

  /**
   * @param membership gives the id that writes are fenced by, and takes the news of a refused one
   * @param fenced is run when the instance is fenced, unless that news led to {@link #forget}
   */
  BatchSender(
      Statement<B> statement,
      Timers timers,
      Membership membership,
      RunMetrics metrics,
      Runnable fenced) {
    this.statement = statement;
    this.timers = timers;
    this.membership = membership;
    this.metrics = metrics;
    this.fenced = fenced;
  }

  /** Whether the last attempt to write one of the batches failed. */
  boolean isFailing() {
    return !refused.isEmpty();
  }

  /** Sends no batch again. The senders of those under way hear no more of them. */
  void forget() {
    epoch++;
    refused.clear();
  }

  /**
   * Sends a batch.
   *
   * @param written takes the nanoseconds of the attempt that wrote it; not after {@link #forget}
   */
  void send(B batch, LongConsumer written) {
    long begun = epoch;
    long sent = timers.nanos();
    statement
        .write(membership.id(), batch)
        .onComplete(
            outcome -> {
              if (epoch != begun) {
                return;
              }
              if (outcome.failed()) {
                refused.add(batch);
                metrics.onWriteFailed();
                timers.after(PAUSE_MILLIS, () -> sendAgain(batch, written, begun));
              } else if (!outcome.result()) {
                membership.onFenced();
                if (epoch == begun) {
                  fenced.run();
                }
              } else {
                refused.remove(batch);
                written.accept(timers.nanos() - sent);
              }
            });
  }

  private void sendAgain(B batch, LongConsumer written, long begun) {
    if (epoch == begun) {
      send(batch, written);
    }
  }
}
