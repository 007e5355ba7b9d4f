package dev.belfry.platform.db;

import dev.belfry.platform.config.DatabaseAddress.Server;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets a process open {@value #AT_ONCE} connections to a database at a time, those of jobs last. A
 * login costs both sides milliseconds of processor time, and after a fail-over every instance opens
 * dozens: all at once, the first would stand when the last does. Safe for every thread.
 */
final class LoginTurns {
  static final int AT_ONCE = 8;

  /** How many of these are for jobs, at most, so that requests that come later find some. */
  static final int BACKGROUND_AT_ONCE = 2;

  /** So that logins that are not answered hold up the others for a moment only. */
  static final long LONGEST_MILLIS = 500;

  /** The same servers have the same turns, whichever pool opens the connection. */
  private static final Map<List<Server>, LoginTurns> ALL = new ConcurrentHashMap<>();

  private final Map<Rank, Queue<Promise<Turn>>> waiting = new EnumMap<>(Rank.class);
  private int taken;
  private int background;

  /** Who is served first. */
  enum Rank {
    /** Connections that statements of many requests share. */
    SHARED,
    /** Those that one request after the other has for itself, and those of runs and messages. */
    REQUESTS,
    /** Those of jobs. */
    BACKGROUND
  }

  /** A turn, which ends when its connection stands or has failed, or after a while by itself. */
  final class Turn {
    private final int share;
    private boolean over;

    private Turn(Rank rank) {
      share = rank == Rank.BACKGROUND ? 1 : 0;
    }

    boolean isOver() {
      synchronized (LoginTurns.this) {
        return over;
      }
    }

    /** Lets the next one begin. Does nothing when the turn is over. */
    void end() {
      synchronized (LoginTurns.this) {
        if (over) {
          return;
        }
        over = true;
        taken--;
        background -= share;
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
      queue(rank).add(turn);
    }
    next();
    return turn.future().onSuccess(mine -> vertx.setTimer(LONGEST_MILLIS, late -> mine.end()));
  }

  private Queue<Promise<Turn>> queue(Rank rank) {
    return waiting.computeIfAbsent(rank, first -> new ArrayDeque<>());
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
        boolean full = taken == AT_ONCE || turn.share + background > BACKGROUND_AT_ONCE;
        first = full ? null : queue(rank).poll();
        if (first == null) {
          return;
        }
        taken++;
        background += turn.share;
      }
      first.complete(turn);
    }
  }
}
