package dev.belfry.alerting.preview;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;

/**
 * Reads the stored results of checks in parts and replays each part on a worker thread, while the
 * budget of the preview allows it.
 */
final class HistoryReader {
  private final Vertx vertx;
  private final PreviewStore store;
  private final PreviewBudget budget;
  private final long to;

  /** Reads up to a time, milliseconds since 1970. */
  HistoryReader(Vertx vertx, PreviewStore store, PreviewBudget budget, long to) {
    this.vertx = vertx;
    this.store = store;
    this.budget = budget;
    this.to = to;
  }

  /** Replays part after part; has the time up to which all was read. */
  Future<Long> read(PreviewedCheck check, CheckReplay replay, ReadingPlan plan) {
    ReadingPlan.Part part = plan.next(replay.isIdle());
    if (part == null) {
      return Future.succeededFuture(to);
    }
    if (budget.isOver()) {
      return Future.succeededFuture(part.from());
    }
    return store
        .attempts(check, replay.changed().rule().readsAttempts(), part.from(), part.to())
        .compose(
            attempts -> {
              budget.read(attempts.size());
              plan.onRead(attempts.size());
              return vertx.executeBlocking(
                  () -> {
                    replay.feed(new ArrayList<>(attempts));
                    replay.advance(part.to());
                    return attempts.size();
                  },
                  false);
            })
        .compose(fed -> read(check, replay, plan));
  }
}
