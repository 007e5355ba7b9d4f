package dev.belfry.api.ratelimit;

import io.vertx.core.shareddata.LocalMap;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The leases of a process as one of its event loops sees them. They are forgotten some time after
 * their window has ended; those that end first are looked at first, so that none that is open has
 * to be looked at. Confined to the event loop.
 */
final class Leases {
  private static final long NANOS_IN_MILLI = 1_000_000L;

  /** What two answers about one window say of its end differs by less. */
  private static final long SLACK_NANOS = 1_000_000_000L;

  private final LocalMap<String, Lease> shared;
  private final Queue<Ending> endings = new PriorityQueue<>();

  private record Ending(String bucket, long end, long endMillis) implements Comparable<Ending> {
    /** A counter of nanoseconds may overflow. */
    @Override
    public int compareTo(Ending other) {
      return Long.signum(end - other.end);
    }
  }

  /** Tokens taken out of hand, and the window they are of. */
  record Returned(int tokens, long endMillis) {}

  Leases(LocalMap<String, Lease> shared) {
    this.shared = shared;
  }

  @Nullable Lease get(String bucket) {
    return shared.get(bucket);
  }

  /** The last window of a bucket that the arbiter has told of, as far as it is remembered. */
  Arbiter.Seen seen(String bucket, long now) {
    Lease lease = shared.get(bucket);
    return lease == null || lease.endMillis() == 0
        ? Arbiter.Seen.NONE
        : new Arbiter.Seen(lease.endMillis(), (lease.end() - now) / NANOS_IN_MILLI);
  }

  /** The lease after an attempt to take a token. */
  Lease take(String bucket, int limit, long now) {
    return shared.compute(
        bucket,
        (name, before) -> before == null ? Lease.unknown(now, limit) : before.take(now, limit));
  }

  /**
   * Stores the tokens that the arbiter has given.
   *
   * @param sent when it was asked: no token may outlive its window
   */
  void receive(Arbiter.Want want, long sent, Arbiter.Grant grant, long now) {
    long end = sent + grant.leftMillis() * NANOS_IN_MILLI;
    change(
        want.bucket(),
        before ->
            known(before, want.capacity(), now)
                .receive(now, end, grant.endMillis(), want.owed(), grant.tokens(), grant.total()));
  }

  /**
   * Stores tokens that came after the process had gone on alone, unless their window is over. These
   * tokens pay what the process spent meanwhile.
   */
  void receiveLate(Arbiter.Want want, long sent, Arbiter.Grant grant, long now) {
    long end = sent + grant.leftMillis() * NANOS_IN_MILLI;
    Lease lease = shared.get(want.bucket());
    if (lease != null
        && now - end < 0
        && isOpen(lease, end, now)
        && lease.capacity() == want.capacity()) {
      receive(want, sent, grant, now);
    }
  }

  /** The lease after a token was taken while the arbiter was away. */
  Lease alone(String bucket, Demand.Waiter waiter, long windowEndMillis, long now) {
    long windowNanos = waiter.windowMillis() * NANOS_IN_MILLI;
    return change(
        bucket,
        before ->
            known(before, waiter.limit(), now)
                .alone(now, windowNanos, windowEndMillis, waiter.limit()));
  }

  /**
   * The tokens that this process spent without asking; the caller has to report them to the
   * arbiter.
   */
  int debt(String bucket, long now) {
    int[] owed = new int[1];
    shared.computeIfPresent(
        bucket,
        (name, lease) -> {
          owed[0] = lease.isOver(now) ? 0 : lease.owed();
          return owed[0] == 0 ? lease : lease.tell();
        });
    return owed[0];
  }

  /**
   * Notes that a debt could not be reported.
   *
   * @param sent when that was tried
   */
  void stillOwes(Arbiter.Want want, long sent, long now) {
    long end = sent + want.seen().leftMillis() * NANOS_IN_MILLI;
    shared.computeIfPresent(
        want.bucket(),
        (name, lease) -> isOpen(lease, end, now) ? lease.stillOwes(want.owed()) : lease);
  }

  /** Whether a lease is of the window that ends then and is not over. */
  private static boolean isOpen(Lease lease, long end, long now) {
    return !lease.isOver(now) && Math.abs(lease.end() - end) <= SLACK_NANOS;
  }

  /** Takes the tokens out of hand that were not wanted for so long. */
  Returned empty(String bucket, long now, long idleNanos) {
    Returned[] returned = {new Returned(0, 0)};
    shared.computeIfPresent(
        bucket,
        (name, lease) -> {
          if (lease.tokens() == 0 || lease.isOver(now) || now - lease.touched() <= idleNanos) {
            return lease;
          }
          returned[0] = new Returned(lease.tokens(), lease.endMillis());
          return lease.emptied();
        });
    return returned[0];
  }

  /** Forgets the leases whose window has ended. */
  void forgetEnded(long now) {
    while (!endings.isEmpty() && now - endings.peek().end() > SLACK_NANOS) {
      Ending ending = endings.poll();
      Lease open =
          shared.computeIfPresent(
              ending.bucket(), (name, lease) -> lease.isOver(now) ? null : lease);
      // A later window has an ending of its own.
      if (open != null && open.endMillis() == ending.endMillis()) {
        note(ending.bucket(), open);
      }
    }
  }

  /** Endings that are waited for. */
  int noted() {
    return endings.size();
  }

  private void note(String bucket, Lease lease) {
    endings.add(new Ending(bucket, lease.end(), lease.endMillis()));
  }

  private Lease change(String bucket, Function<@Nullable Lease, Lease> change) {
    return shared.compute(
        bucket,
        (name, before) -> {
          Lease after = change.apply(before);
          if (before == null || before.endMillis() != after.endMillis()) {
            note(bucket, after);
          }
          return after;
        });
  }

  private static Lease known(@Nullable Lease before, int capacity, long now) {
    return before == null || before.capacity() != capacity ? Lease.unknown(now, capacity) : before;
  }
}
