package dev.belfry.platform.db;

/**
 * Whether reads may go to a replica: after {@value #GOOD} probes in a row that it answered in time,
 * until it misses one, or a read.
 */
final class ReplicaHealth {
  static final int GOOD = 3;

  private int inTime;

  /** It had in time what the primary had. */
  void good() {
    inTime = Math.min(GOOD, inTime + 1);
  }

  /** It had not, or did not answer. */
  void bad() {
    inTime = 0;
  }

  boolean isUsable() {
    return inTime == GOOD;
  }
}
