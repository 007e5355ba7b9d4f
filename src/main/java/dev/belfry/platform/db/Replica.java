package dev.belfry.platform.db;

import static java.util.Objects.requireNonNull;

import dev.belfry.platform.config.DatabaseAddress.Server;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server that follows the primary, as the process sees it: how far it has replayed the log, and
 * whether reads go to it. A server that does not answer is left at once, with all that is under way
 * there. Safe for every thread.
 */
public final class Replica {
  private static final Logger LOG = LoggerFactory.getLogger(Replica.class);

  /** How long the server may be silent: one that stands still or is cut off costs a read that. */
  private static final Duration SILENCE = Duration.ofMillis(250);

  private final Server server;
  private final ConnectOptions options;
  private final Duration longest;
  private final ContextInternal loop;
  private final OpenSockets sockets;
  private final Set<Runnable> reads = ConcurrentHashMap.newKeySet();
  private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
  private final ReplicaProbe probe;
  private final AtomicInteger lives = new AtomicInteger();
  private final ReplicaHealth health = new ReplicaHealth();
  private final ReplicaLag lag = new ReplicaLag();
  private final RareWarning rare = new RareWarning(Duration.ofSeconds(10));
  private boolean probing;
  private boolean warned;
  private volatile @Nullable WalPosition replayed;
  private volatile boolean usable;
  private volatile boolean follows = true;
  private volatile long lagNanos;

  /** What became of a read that was sent to a replica. */
  public enum Outcome {
    /** The replica answered it. */
    ANSWERED,
    /** The replica lacked something for too long, so that the primary answered it. */
    BEHIND,
    /** The replica was lost, or refused it, so that the primary answered it. */
    FAILED
  }

  /**
   * @param options of connections to this server alone
   * @param longest how long a read waits until the replica has what it needs
   * @param loop that asks the server, of {@code vertx}
   */
  Replica(
      Server server, ConnectOptions options, Duration longest, Vertx vertx, ContextInternal loop) {
    this.server = server;
    this.sockets = new OpenSockets();
    this.options = options.watchedBy(sockets);
    this.longest = longest;
    this.loop = loop;
    this.probe =
        new ReplicaProbe(
            vertx, loop, this.options.ofSharedStatements(), SILENCE, this::told, this::lose);
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(outcome, new LongAdder());
    }
  }

  /** Where it is, as host:port. */
  public String name() {
    return server.toString();
  }

  /** Whether reads go to it. */
  public boolean isUsable() {
    return usable;
  }

  /**
   * How long it lacks, or last lacked, what the primary had; seconds. NaN for a server that takes
   * writes itself.
   */
  public double lagSeconds() {
    return follows ? lagNanos / 1e9 : Double.NaN;
  }

  /** Connections of this process to it. */
  public int connections() {
    return sockets.size();
  }

  /** Reads with this outcome since the start. */
  public long reads(Outcome outcome) {
    return requireNonNull(outcomes.get(outcome)).sum();
  }

  /** Counts a read; a replica that let one wait in vain gets none until it keeps up again. */
  void count(Outcome outcome) {
    requireNonNull(outcomes.get(outcome)).increment();
    if (outcome == Outcome.BEHIND) {
      usable = false;
      loop.runOnContext(here -> judge(false, "it lags behind the primary"));
    }
  }

  ConnectOptions options() {
    return options;
  }

  /** How often it was lost; connections of an earlier life lead nowhere. */
  int lives() {
    return lives.get();
  }

  /** Remembers what to do when the server is lost while a read is under way. */
  void begin(Runnable lost) {
    reads.add(lost);
  }

  void end(Runnable lost) {
    reads.remove(lost);
  }

  /** Completes when the replica has this position, false when that takes too long. */
  Future<Boolean> await(WalPosition position) {
    if (position.isIn(replayed)) {
      return Future.succeededFuture(true);
    }
    Promise<Boolean> result = RequestScope.promise();
    long deadline = System.nanoTime() + longest.toNanos();
    loop.runOnContext(here -> probe.await(position, deadline, result));
    return result.future();
  }

  /**
   * Finds out whether it keeps up. On the event loop of the replica.
   *
   * @param position of the primary, the last that it told; null when it has told none
   * @param isNew whether the primary told it just now
   */
  void probe(@Nullable WalPosition position, boolean isNew) {
    long now = System.nanoTime();
    if (position != null && isNew) {
      lag.taken(position, now);
    }
    lagNanos = lag.nanos(now);
    if (probing || position == null) {
      return;
    }
    probing = true;
    probe.await(position, now + longest.toNanos(), promise(position));
  }

  private void told(@Nullable WalPosition there, boolean isReplica) {
    replayed = there;
    follows = isReplica;
    if (there != null) {
      lag.replayed(there, System.nanoTime());
    } else if (!isReplica) {
      lag.end();
    }
  }

  private Promise<Boolean> promise(WalPosition position) {
    Promise<Boolean> result = Promise.promise();
    result
        .future()
        .onComplete(
            probed -> {
              probing = false;
              lagNanos = lag.nanos(System.nanoTime());
              if (probed.succeeded()) {
                judge(
                    probed.result(),
                    position.isSameHistory(replayed)
                        ? "it lags behind the primary"
                        : "it has not followed the primary");
              }
            });
    return result;
  }

  /** Nothing that is under way there is waited for any longer. */
  private void lose(String why) {
    replayed = null;
    lives.incrementAndGet();
    judge(false, why);
    reads.forEach(Runnable::run);
    sockets.closeAll();
  }

  private void judge(boolean inTime, String otherwise) {
    boolean before = health.isUsable();
    if (inTime) {
      health.good();
    } else {
      health.bad();
    }
    usable = health.isUsable();
    if (usable && !before && warned) {
      warned = false;
      LOG.info("Reads go to the replica at {} again", server);
    } else if (!follows && before) {
      LOG.info("No reads go to {}, which takes writes", server);
    } else if (!inTime && follows && (before || !warned) && rare.isDue(System.nanoTime())) {
      warned = true;
      LOG.warn("No reads go to the replica at {}: {}", server, otherwise);
    }
  }
}
