package dev.belfry.platform.db;

import dev.belfry.platform.config.DatabaseAddress.Server;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Lets a process open {@value #AT_ONCE} connections to a database at a time, those of jobs last. A
 * login costs both sides milliseconds of processor time, and after a fail-over every instance opens
 * dozens: all at once, the first would stand when the last does. Safe for every thread.
 */
final class LoginTurns {
  static final int AT_ONCE = 8;

  /** How many of these are for jobs, at most, so that requests that come later find some. */
  static final int JOBS_AT_ONCE = 2;

  /** So that logins that are not answered hold up the others for a moment only. */
  static final long LONGEST_MILLIS = 500;

  /** The same servers have the same turns, whichever pool opens the connection. */
  private static final Map<List<Server>, LoginTurns> ALL = new ConcurrentHashMap<>();

  private final Map<Rank, Queue<Promise<Turn>>> waiting = new EnumMap<>(Rank.class);
  private final Set<Turn> taken = new HashSet<>();

  /** Who is served first. */
  enum Rank {
    /** Connections that statements of many requests share. */
    SHARED,
    /** Those of single requests, and of notifications between instances. */
    REQUESTS,
    /** Those of runs and of messages, for which no client waits. */
    WORK,
    /** Those of jobs. */
    JOBS
  }

  /** A turn, which ends when its connection stands or has failed, or others wait for too long. */
  final class Turn {
    private final Rank rank;
    private final long begunNanos = System.nanoTime();

    private Turn(Rank rank) {
      this.rank = rank;
    }

    boolean isOver() {
      synchronized (LoginTurns.this) {
        return !taken.contains(this);
      }
    }

    private boolean isLate() {
      return System.nanoTime() - begunNanos >= TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS);
    }

    /** Lets the next one begin. Does nothing when the turn is over. */
    void end() {
      synchronized (LoginTurns.this) {
        taken.remove(this);
      }
      next();
    }
  }

  static LoginTurns to(List<Server> servers) {
    return ALL.computeIfAbsent(servers, any -> new LoginTurns());
  }

  /** Waits for a turn; completes on the context of the caller. */
  Future<Turn> take(Vertx vertx, Rank rank) {
    Promise<Turn> turn = ((ContextInternal) vertx.getOrCreateContext()).promise();
    synchronized (this) {
      waiting.computeIfAbsent(rank, first -> new ArrayDeque<>()).add(turn);
    }
    next();
    lookAgain(vertx, turn.future());
    return turn.future();
  }

  /** The end of some turns is never told, as when the event loop of their connections is closed. */
  private void lookAgain(Vertx vertx, Future<Turn> turn) {
    if (!turn.isComplete()) {
      vertx.setTimer(
          LONGEST_MILLIS,
          late -> {
            next();
            lookAgain(vertx, turn);
          });
    }
  }

  private void next() {
    for (Rank rank : Rank.values()) {
      begin(rank);
    }
  }

  private void begin(Rank rank) {
    while (true) {
      Promise<Turn> first;
      Turn turn = new Turn(rank);
      synchronized (this) {
        Queue<Promise<Turn>> queue = waiting.get(rank);
        if (queue == null || queue.isEmpty() || !mayBegin(rank)) {
          return;
        }
        first = queue.remove();
        taken.add(turn);
      }
      first.complete(turn);
    }
  }

  private boolean mayBegin(Rank rank) {
    taken.removeIf(Turn::isLate);
    long jobs = taken.stream().filter(turn -> turn.rank == Rank.JOBS).count();
    return taken.size() < AT_ONCE && (rank != Rank.JOBS || jobs < JOBS_AT_ONCE);
  }
}
