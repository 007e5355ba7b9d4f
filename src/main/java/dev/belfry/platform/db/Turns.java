package dev.belfry.platform.db;

import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Supplier;

/**
 * Has work about one subject go on one after the other, so that it does not wait for its own locks
 * with a connection each while other work has none. Any thread may call; work goes on where it was
 * brought.
 *
 * @param <K> a subject
 */
public final class Turns<K> implements Shareable {
  private static final long PATIENCE_OF_WRITES_MILLIS = 3_000;

  private final Later later;
  private final long patienceMillis;
  private final Supplier<ApiException> refusal;

  /** Those that wait, of each subject that has work under way. */
  private final Map<K, Queue<Promise<Void>>> waiting = new HashMap<>();

  /** Runs a task once. */
  @FunctionalInterface
  public interface Later {
    /** Runs it after at least so many milliseconds. */
    void after(long millis, Runnable task);
  }

  /**
   * @param patienceMillis how long work waits for its turn
   * @param refusal the answer to work that has waited for so long
   */
  public Turns(Later later, long patienceMillis, Supplier<ApiException> refusal) {
    this.later = later;
    this.patienceMillis = patienceMillis;
    this.refusal = refusal;
  }

  /** The turns of the writes that a process makes of each resource of an account. */
  static Turns<Object> ofWrites(Vertx vertx) {
    return vertx
        .sharedData()
        .<String, Turns<Object>>getLocalMap(Turns.class.getName())
        .computeIfAbsent(
            "writes",
            first ->
                new Turns<>(
                    (millis, task) -> vertx.setTimer(millis, due -> task.run()),
                    PATIENCE_OF_WRITES_MILLIS,
                    Failures::tooManyWrites));
  }

  /** Whether work about a subject is under way. */
  boolean isTaken(K subject) {
    synchronized (waiting) {
      return waiting.containsKey(subject);
    }
  }

  /**
   * Does work when it is its turn; fails with the refusal when that takes too long. When work of
   * the subject finds no database, all that waits for it is done at once, to be told the same.
   */
  public <T> Future<T> take(K subject, Supplier<Future<T>> work) {
    return turn(subject)
        .compose(
            turn ->
                Future.succeededFuture()
                    .compose(begun -> work.get()) // It may throw: the next must have its turn.
                    .onComplete(ended -> pass(subject, Failures.isUnavailable(ended.cause()))));
  }

  private Future<Void> turn(K subject) {
    Promise<Void> turn = RequestScope.promise();
    synchronized (waiting) {
      Queue<Promise<Void>> line = waiting.get(subject);
      if (line == null) {
        waiting.put(subject, new ArrayDeque<>(0));
        return Future.succeededFuture();
      }
      line.add(turn);
    }
    later.after(patienceMillis, () -> giveUp(subject, turn));
    return turn.future();
  }

  private void giveUp(K subject, Promise<Void> turn) {
    boolean waits;
    synchronized (waiting) {
      Queue<Promise<Void>> line = waiting.get(subject);
      waits = line != null && line.remove(turn);
    }
    if (waits) {
      turn.fail(refusal.get());
    }
  }

  private void pass(K subject, boolean all) {
    List<Promise<Void>> next = new ArrayList<>(1);
    synchronized (waiting) {
      Queue<Promise<Void>> line = waiting.get(subject);
      while (line != null && !line.isEmpty() && (all || next.isEmpty())) {
        next.add(line.remove());
      }
      if (all || next.isEmpty()) {
        waiting.remove(subject);
      }
    }
    next.forEach(Promise::complete);
  }
}
