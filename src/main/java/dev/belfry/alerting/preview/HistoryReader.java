package dev.belfry.alerting.preview;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
    return read(check, replay, plan, null);
  }

  /** The same; what was read ahead is not read again. */
  Future<Long> read(
      PreviewedCheck check, CheckReplay replay, ReadingPlan plan, @Nullable ReadAhead ahead) {
    return ahead == null
        ? part(check, replay, plan, null, plan.next(replay.isIdle()))
        : vertx
            .executeBlocking(() -> Optional.ofNullable(feed(check, replay, plan, ahead)), false)
            .compose(part -> part(check, replay, plan, ahead, part.orElse(null)));
  }

  private Future<Long> part(
      PreviewedCheck check,
      CheckReplay replay,
      ReadingPlan plan,
      @Nullable ReadAhead ahead,
      ReadingPlan.@Nullable Part part) {
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
                    feed(replay, part, attempts);
                    return attempts.size();
                  },
                  false);
            })
        .compose(fed -> read(check, replay, plan, ahead));
  }

  /** Replays all parts that were read ahead; has the next one that was not, null for none. */
  private static ReadingPlan.@Nullable Part feed(
      PreviewedCheck check, CheckReplay replay, ReadingPlan plan, ReadAhead ahead) {
    ReadingPlan.Part part = plan.next(replay.isIdle());
    while (part != null) {
      List<StoredAttempt> attempts =
          ahead.attempts(check, replay.changed().rule().readsAttempts(), part.from(), part.to());
      if (attempts == null) {
        return part;
      }
      feed(replay, part, attempts);
      part = plan.next(replay.isIdle());
    }
    return null;
  }

  private static void feed(
      CheckReplay replay, ReadingPlan.Part part, List<StoredAttempt> attempts) {
    replay.feed(attempts);
    replay.advance(part.to());
  }
}
