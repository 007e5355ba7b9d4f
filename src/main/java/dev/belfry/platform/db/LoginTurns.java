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
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lets a process open {@value #AT_ONCE} connections to a database at a time, those of jobs last. A
 * login and the first statements after it cost milliseconds of processor time, and after a
 * fail-over every instance opens dozens of connections: all at once, the first would answer when
 * the last does. Therefore those that no client waits for are then opened when the others have
 * stood for a while. Safe for every thread.
 */
final class LoginTurns {
  static final int AT_ONCE = 8;

  /** How many of these are for jobs, at most, so that requests that come later find some. */
  static final int JOBS_AT_ONCE = 2;

  /** So that logins that are not answered hold up the others for a moment only. */
  static final long LONGEST_MILLIS = 500;

  /** The same servers have the same turns, whichever pool opens the connection. */
  private static final Map<List<Server>, LoginTurns> ALL = new ConcurrentHashMap<>();

  private final LongSupplier clock;
  private final Map<Rank, Queue<Promise<Turn>>> waiting = new EnumMap<>(Rank.class);
  private final Set<Turn> taken = new HashSet<>();
  private final Map<Rank, Long> endedNanos = new EnumMap<>(Rank.class);
  private @Nullable Long movedNanos;

  LoginTurns() {
    this(System::nanoTime);
  }

  /**
   * @param clock nanoseconds, as {@link System#nanoTime} tells them
   */
  LoginTurns(LongSupplier clock) {
    this.clock = clock;
  }

  /** Who is served first. */
  enum Rank {
    /** Connections that statements of many requests share. */
    SHARED(0, 0),
    /** Those of single requests, and of notifications between instances. */
    REQUESTS(0, 0),
    /** Those of runs and of messages, for which no client waits. */
    WORK(500, 5_000),
    /** Those of jobs. */
    JOBS(2_000, 8_000);

    /** For how long none of an earlier rank was opened, before these are, at a new server. */
    final long calmMillis;

    /** How long that is waited for, since requests may go on opening connections. */
    final long patienceMillis;

    Rank(long calmMillis, long patienceMillis) {
      this.calmMillis = calmMillis;
      this.patienceMillis = patienceMillis;
    }
  }

  /** A turn, which ends when its connection stands or has failed, or others wait for too long. */
  final class Turn {
    private final Rank rank;
    private final long begunNanos = clock.getAsLong();

    private Turn(Rank rank) {
      this.rank = rank;
    }

    boolean isOver() {
      synchronized (LoginTurns.this) {
        return !taken.contains(this);
      }
    }

    private boolean isLate() {
      return millisSince(begunNanos) >= LONGEST_MILLIS;
    }

    /** Lets the next one begin: the connection stands or has failed. */
    void end() {
      synchronized (LoginTurns.this) {
        taken.remove(this);
        endedNanos.put(rank, clock.getAsLong());
      }
      next();
    }
  }

  static LoginTurns to(List<Server> servers) {
    return ALL.computeIfAbsent(servers, any -> new LoginTurns());
  }

  /** To be told when connections lead to another server from now on. */
  synchronized void moved() {
    movedNanos = clock.getAsLong();
    endedNanos.clear();
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
    return taken.size() < AT_ONCE
        && (rank != Rank.JOBS || taken(Rank.JOBS) < JOBS_AT_ONCE)
        && !isSettling(rank);
  }

  /** Whether a new server is for earlier ranks alone yet. */
  private boolean isSettling(Rank rank) {
    return movedNanos != null
        && millisSince(movedNanos) < rank.patienceMillis
        && Stream.of(Rank.values())
            .filter(earlier -> earlier.compareTo(rank) < 0)
            .anyMatch(
                earlier ->
                    taken(earlier) > 0
                        || millisSince(endedNanos.getOrDefault(earlier, movedNanos))
                            < rank.calmMillis);
  }

  private long taken(Rank rank) {
    return taken.stream().filter(turn -> turn.rank == rank).count();
  }

  private long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(clock.getAsLong() - nanos);
  }
}
