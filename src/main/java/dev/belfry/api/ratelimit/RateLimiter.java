package dev.belfry.api.ratelimit;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.shareddata.LocalMap;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a key may send one more request, counted exactly over all instances: never more
 * than the limit in the window that starts with the first (specification, "Limits" 1). An {@link
 * Arbiter} gives tokens; what a process has in hand lives in shared data, so that all its event
 * loops spend it together. A key whose requests come one after the other asks for each of them and
 * so is told to the last token how many remain, whichever instance it asks; one that sends many at
 * once gets blocks. Confined to the event loop that made it.
 */
public final class RateLimiter {
  /** So many tokens in hand in one process are lost for the window when it is killed. */
  private static final int PART_IN_HAND = 12;

  private static final long IDLE_NANOS = 500_000_000L;

  /** Those that take ahead keep their tokens longer: what they save are questions. */
  private static final long IDLE_AHEAD_NANOS = 10 * IDLE_NANOS;

  private static final long NANOS_IN_MILLI = 1_000_000L;

  private final Leases leases;
  private final Arbiter arbiter;
  private final LimiterCounters counters;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final int loops;
  private final Map<String, Demand> demands = new HashMap<>();

  /**
   * Clocks that a limiter goes by.
   *
   * @param nanos counts nanoseconds and never goes back
   */
  public record Clocks(InstantSource clock, LongSupplier nanos) {}

  /**
   * @param leases what this process has in hand, the same for all its event loops
   * @param loops how many event loops share the leases
   */
  public RateLimiter(
      LocalMap<String, Lease> leases,
      Arbiter arbiter,
      LimiterCounters counters,
      Clocks clocks,
      int loops) {
    this.leases = new Leases(leases);
    this.arbiter = arbiter;
    this.counters = counters;
    this.clock = clocks.clock();
    this.nanos = clocks.nanos();
    this.loops = loops;
  }

  /** Takes one token from the bucket of that name. */
  public Future<Decision> take(String bucket, int limit, Duration window) {
    return take(bucket, limit, window, false);
  }

  /**
   * Takes one token from a bucket that many callers share, as exactly as {@link #take}. It asks the
   * arbiter once for a block, so that a request mostly costs nothing more; what is said to remain
   * leaves out what other processes have in hand.
   */
  public Future<Decision> takeAhead(String bucket, int limit, Duration window) {
    return take(bucket, limit, window, true);
  }

  private Future<Decision> take(String bucket, int limit, Duration window, boolean ahead) {
    long now = nanos.getAsLong();
    Lease lease = leases.take(bucket, limit, now);
    if (lease.outcome() != Lease.Outcome.ASK) {
      if (lease.outcome() == Lease.Outcome.ADMITTED) {
        refill(bucket, lease, now);
      }
      return Future.succeededFuture(decided(lease, now));
    }
    Demand.Waiter waiter = new Demand.Waiter(limit, window.toMillis(), Promise.promise());
    Demand demand = demands.computeIfAbsent(bucket, first -> new Demand(window.toMillis()));
    demand.ahead = ahead;
    demand.waiters.add(waiter);
    if (!demand.asking) {
      ask(bucket, demand);
    }
    return waiter.decision().future();
  }

  /** The state of a bucket without taking from it. */
  public Decision peek(String bucket, int limit, Duration window) {
    long now = nanos.getAsLong();
    Lease lease = leases.get(bucket);
    return lease == null || lease.isOver(now)
        ? Decision.fresh(limit, clock.millis() + window.toMillis(), window.toMillis())
        : decision(lease, true, now);
  }

  /** A busy key gets its next block before the last one is spent, so that no request waits. */
  private void refill(String bucket, Lease lease, long now) {
    Demand demand = demands.get(bucket);
    if (demand != null
        && !demand.asking
        && demand.block > 0
        && lease.tokens() <= demand.block / 4
        && lease.granted() < lease.capacity()
        && demand.isBusy(now)) {
      demand.block = demand.nextBlock(now, most(lease.capacity()));
      if (demand.block > 0) {
        long left = demand.windowMillis;
        send(bucket, demand, want(bucket, demand, left, lease.capacity(), 0, demand.block));
      }
    }
  }

  private int most(int capacity) {
    return Math.max(1, capacity / PART_IN_HAND / loops);
  }

  private void ask(String bucket, Demand demand) {
    Demand.Waiter first = demand.waiters.getFirst();
    demand.block = demand.firstBlock(most(first.limit()));
    send(
        bucket,
        demand,
        want(
            bucket,
            demand,
            demand.windowMillis,
            first.limit(),
            demand.waiters.size(),
            demand.block));
  }

  private Arbiter.Want want(
      String bucket, Demand demand, long left, int capacity, int needed, int block) {
    long now = nanos.getAsLong();
    return new Arbiter.Want(
        bucket,
        demand.windowMillis,
        left,
        leases.seen(bucket, now),
        capacity,
        needed,
        block,
        leases.debt(bucket, now));
  }

  private void send(String bucket, Demand demand, Arbiter.Want want) {
    demand.asking = true;
    long sent = nanos.getAsLong();
    Arbiter.Answer answer = asked(want);
    answer
        .inTime()
        .onComplete(
            grant -> {
              demand.asking = false;
              if (grant.succeeded()) {
                demand.grantedAt = nanos.getAsLong();
                leases.receive(want, sent, grant.result(), demand.grantedAt);
                serve(bucket, demand);
                forgetQuiet(bucket, demand);
              } else {
                answer.atLast().onComplete(last -> settle(want, sent, last));
                serveAlone(bucket, demand);
              }
            });
  }

  /** It may throw: the key must not wait for ever. */
  private Arbiter.Answer asked(Arbiter.Want want) {
    try {
      return arbiter.grant(want);
    } catch (RuntimeException e) {
      Future<Arbiter.Grant> failed = Future.failedFuture(e);
      return new Arbiter.Answer(failed, failed);
    }
  }

  /** This process has gone on alone before it knew what its want came to. */
  private void settle(Arbiter.Want want, long sent, AsyncResult<Arbiter.Grant> last) {
    if (last.succeeded()) {
      leases.receiveLate(want, sent, last.result(), nanos.getAsLong());
    } else {
      leases.stillOwes(want, sent, nanos.getAsLong());
    }
    // The sweep gives back and tells what those have that are in demand.
    demands.computeIfAbsent(want.bucket(), bucket -> new Demand(want.windowMillis()));
  }

  /** Most keys send one request after the other: nothing is kept for them but what they have. */
  private void forgetQuiet(String bucket, Demand demand) {
    if (demand.block == 0 && demand.isIdle() && isSettled(leases.get(bucket))) {
      demands.remove(bucket);
    }
  }

  private static boolean isSettled(@Nullable Lease lease) {
    return lease == null || lease.isSettled();
  }

  private void serve(String bucket, Demand demand) {
    while (!demand.waiters.isEmpty()) {
      Demand.Waiter waiter = demand.waiters.getFirst();
      long now = nanos.getAsLong();
      Lease lease = leases.take(bucket, waiter.limit(), now);
      if (lease.outcome() == Lease.Outcome.ASK) {
        ask(bucket, demand);
        return;
      }
      demand.waiters.removeFirst().decision().complete(decided(lease, now));
    }
  }

  /** The arbiter is away: this process counts for itself, on what it knew last. */
  private void serveAlone(String bucket, Demand demand) {
    List<Demand.Waiter> waiters = new ArrayList<>(demand.waiters);
    demand.waiters.clear();
    for (Demand.Waiter waiter : waiters) {
      long now = nanos.getAsLong();
      Lease lease = leases.alone(bucket, waiter, clock.millis() + waiter.windowMillis(), now);
      counters.alone().increment();
      waiter.decision().complete(decided(lease, now));
    }
  }

  private Decision decided(Lease lease, long now) {
    boolean admitted = lease.outcome() == Lease.Outcome.ADMITTED;
    if (!admitted) {
      counters.refused().increment();
    }
    return decision(lease, admitted, now);
  }

  private static Decision decision(Lease lease, boolean admitted, long now) {
    return Decision.of(
        admitted,
        lease.capacity(),
        lease.remaining(),
        lease.endMillis(),
        (lease.end() - now) / NANOS_IN_MILLI);
  }

  /**
   * Releases tokens that were not wanted for half a second, reports debts to the arbiter, and
   * forgets windows that are over. Called several times a second.
   */
  public void sweep() {
    long now = nanos.getAsLong();
    leases.forgetEnded(now);
    demands
        .entrySet()
        .removeIf(
            entry -> {
              Demand demand = entry.getValue();
              long idle = demand.ahead ? IDLE_AHEAD_NANOS : IDLE_NANOS;
              release(entry.getKey(), now, idle);
              Lease lease = leases.get(entry.getKey());
              if (lease == null || lease.isOver(now)) {
                return demand.isIdle();
              }
              if (lease.owed() > 0 && !demand.asking) {
                tell(entry.getKey(), demand, lease);
              }
              return demand.isIdle() && lease.isSettled() && now - lease.touched() > idle;
            });
  }

  /** The arbiter learns of a debt even when no request needs a token. */
  private void tell(String bucket, Demand demand, Lease lease) {
    long left = (lease.end() - nanos.getAsLong()) / NANOS_IN_MILLI;
    send(bucket, demand, want(bucket, demand, Math.max(1, left), lease.capacity(), 0, 0));
  }

  /** Releases all tokens in hand, because the process is about to stop. */
  public Future<Void> close() {
    long now = nanos.getAsLong();
    List<Future<Void>> given = new ArrayList<>();
    demands.keySet().forEach(bucket -> given.add(release(bucket, now, -1)));
    return Future.join(given).mapEmpty();
  }

  private Future<Void> release(String bucket, long now, long idleNanos) {
    Leases.Returned returned = leases.empty(bucket, now, idleNanos);
    return returned.tokens() == 0
        ? Future.succeededFuture()
        : arbiter.release(bucket, returned.endMillis(), returned.tokens());
  }
}
