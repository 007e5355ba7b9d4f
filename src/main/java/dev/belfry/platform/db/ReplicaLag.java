package dev.belfry.platform.db;

import java.util.ArrayDeque;
import java.util.Deque;

/** How long a replica lacks what the primary has. Times are those of {@link System#nanoTime}. */
final class ReplicaLag {
  private static final int MOST = 1_000;

  private final Deque<Sample> lacking = new ArrayDeque<>();
  private long last;

  private record Sample(WalPosition position, long takenNanos) {}

  /** The primary had this position. */
  void taken(WalPosition position, long nowNanos) {
    if (!lacking.isEmpty() && !position.isSameHistory(lacking.getFirst().position())) {
      lacking.clear(); // Another history has other things there.
    }
    if (lacking.size() == MOST) {
      lacking.removeLast(); // The oldest one counts.
    }
    lacking.addLast(new Sample(position, nowNanos));
  }

  /** The replica has replayed the log so far. */
  void replayed(WalPosition there, long nowNanos) {
    while (!lacking.isEmpty() && lacking.getFirst().position().isIn(there)) {
      last = nowNanos - lacking.removeFirst().takenNanos();
    }
  }

  /** Forgets what it lacks, since it is a replica no longer. */
  void end() {
    lacking.clear();
    last = 0;
  }

  /** How long it has lacked, or has lacked last, a position that was taken. */
  long nanos(long nowNanos) {
    return lacking.isEmpty() ? last : nowNanos - lacking.getFirst().takenNanos();
  }
}
