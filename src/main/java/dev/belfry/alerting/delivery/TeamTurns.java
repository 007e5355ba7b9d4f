package dev.belfry.alerting.delivery;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Bounds how many requests of an account are under way at once, in all and to each service, so that
 * messages to large teams leave processor and connections to other accounts, and a service that
 * hangs leaves places to the account's other services. Confined to one thread.
 */
final class TeamTurns {
  private final int most;
  private final int mostOfService;
  private final Map<UUID, Pending> accounts = new HashMap<>();

  /**
   * @param most requests of an account
   * @param mostOfService of those to one service
   */
  TeamTurns(int most, int mostOfService) {
    this.most = most;
    this.mostOfService = mostOfService;
  }

  /** Does work in its turn; the future ends as that of the work. */
  <T> Future<T> run(UUID account, String service, Supplier<Future<T>> work) {
    Promise<T> result = Promise.promise();
    Pending turns = accounts.computeIfAbsent(account, id -> new Pending());
    turns
        .waiting
        .computeIfAbsent(service, name -> new ArrayDeque<>())
        .add(
            () ->
                begin(work)
                    .onComplete(
                        ended -> {
                          result.handle(ended);
                          turns.leave(service);
                          dispatch(account, turns);
                        }));
    dispatch(account, turns);
    return result.future();
  }

  private static <T> Future<T> begin(Supplier<Future<T>> work) {
    try {
      return work.get();
    } catch (RuntimeException defect) {
      return Future.failedFuture(defect);
    }
  }

  /** How many accounts have requests under way or waiting. */
  int accounts() {
    return accounts.size();
  }

  private void dispatch(UUID account, Pending turns) {
    if (turns.dispatching) {
      return; // Work that ends at once would go deeper and deeper otherwise.
    }
    turns.dispatching = true;
    try {
      while (turns.beginNext()) {
        // Until all places are taken or nothing waits.
      }
    } finally {
      turns.dispatching = false;
    }
    if (turns.taken == 0 && turns.waiting.isEmpty()) {
      accounts.remove(account);
    }
  }

  /** The requests of one account. */
  private final class Pending {
    private final Map<String, Queue<Runnable>> waiting = new LinkedHashMap<>();
    private final Map<String, Integer> takenBy = new HashMap<>();
    private int taken;
    private boolean dispatching;

    /** Begins the oldest of the next service that has a place; false when there is none. */
    boolean beginNext() {
      Iterator<Map.Entry<String, Queue<Runnable>>> services = waiting.entrySet().iterator();
      while (taken < most && services.hasNext()) {
        Map.Entry<String, Queue<Runnable>> next = services.next();
        String service = next.getKey();
        if (takenBy.getOrDefault(service, 0) < mostOfService) {
          Queue<Runnable> queue = next.getValue();
          services.remove();
          Runnable work = queue.remove();
          if (!queue.isEmpty()) {
            waiting.put(service, queue); // Behind the others.
          }
          taken++;
          takenBy.merge(service, 1, Integer::sum);
          work.run();
          return true;
        }
      }
      return false;
    }

    void leave(String service) {
      taken--;
      takenBy.computeIfPresent(service, (name, count) -> count == 1 ? null : count - 1);
    }
  }
}
