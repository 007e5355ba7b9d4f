package dev.belfry.statuspages.publicsite;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Runs one read of a subject at a time. Whoever asks during a read shares it, and causes one more
 * after a pause, since the change may have come too late for the first. For one event loop.
 */
final class CoalescedReads {
  private final Vertx vertx;
  private final long pauseMillis;
  private final Map<String, Future<Void>> running = new HashMap<>();
  private final Set<String> again = new HashSet<>();

  CoalescedReads(Vertx vertx, long pauseMillis) {
    this.vertx = vertx;
    this.pauseMillis = pauseMillis;
  }

  /** Reads a subject, or joins the read under way; fails as the read fails. */
  Future<Void> once(String subject, Supplier<Future<Void>> read) {
    Future<Void> present = running.get(subject);
    if (present != null) {
      again.add(subject);
      return present;
    }
    Future<Void> started = repeat(subject, read).onComplete(done -> running.remove(subject));
    if (!started.isComplete()) {
      running.put(subject, started);
    }
    return started;
  }

  /** Whether a subject is being read. */
  boolean isUnderWay(String subject) {
    return running.containsKey(subject);
  }

  private Future<Void> repeat(String subject, Supplier<Future<Void>> read) {
    return read.get()
        .compose(
            done ->
                again.remove(subject)
                    ? vertx
                        .timer(pauseMillis, TimeUnit.MILLISECONDS)
                        .compose(t -> repeat(subject, read))
                    : Future.succeededFuture());
  }
}
