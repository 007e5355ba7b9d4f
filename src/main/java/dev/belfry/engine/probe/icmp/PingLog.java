package dev.belfry.engine.probe.icmp;

import java.util.Arrays;

/** When the pings of a run were sent and how long their replies took. Confined to one thread. */
final class PingLog {
  /** The latency of a ping without a reply. */
  static final long LOST = -1;

  private static final double NANOS_PER_MICRO = 1_000;

  private final long[] sentAt;
  private final long[] nanos;
  private final int[] hopLimits;
  private int sent;
  private int received;

  /** Creates a log of pings that are not sent yet. */
  PingLog(int pings) {
    sentAt = new long[pings];
    nanos = new long[pings];
    hopLimits = new int[pings];
    Arrays.fill(nanos, LOST);
  }

  /** The next ping was sent, in the time of {@link System#nanoTime}. */
  void onSent(long at) {
    sentAt[sent] = at;
    sent++;
  }

  /**
   * A sent ping was answered for the first time.
   *
   * @param hopLimit -1 when it is not known
   */
  void onReply(int ping, long at, int hopLimit) {
    nanos[ping] = Math.max(0, at - sentAt[ping]);
    hopLimits[ping] = hopLimit;
    received++;
  }

  /** How many pings were sent. */
  int sent() {
    return sent;
  }

  /** How many of them were answered. */
  int received() {
    return received;
  }

  /** Whether a ping was answered. */
  boolean isAnswered(int ping) {
    return nanos[ping] != LOST;
  }

  /** How long the reply to an answered ping took, microseconds. */
  double micros(int ping) {
    return nanos[ping] / NANOS_PER_MICRO;
  }

  /** The hop limit of the reply to an answered ping; -1 when it is not known. */
  int hopLimit(int ping) {
    return hopLimits[ping];
  }

  /** Average of the answered pings, microseconds; at least one must be answered. */
  double averageMicros() {
    return Arrays.stream(nanos).filter(one -> one != LOST).average().orElseThrow()
        / NANOS_PER_MICRO;
  }

  /** The fastest of the answered pings, microseconds; likewise. */
  double leastMicros() {
    return Arrays.stream(nanos).filter(one -> one != LOST).min().orElseThrow() / NANOS_PER_MICRO;
  }

  /** The slowest of the answered pings, microseconds; likewise. */
  double mostMicros() {
    return Arrays.stream(nanos).max().orElseThrow() / NANOS_PER_MICRO;
  }

  /** Standard deviation of the answered pings, microseconds; likewise. */
  double deviationMicros() {
    double average = averageMicros();
    double squares = 0;
    for (int i = 0; i < sent; i++) {
      if (isAnswered(i)) {
        squares += (micros(i) - average) * (micros(i) - average);
      }
    }
    return Math.sqrt(squares / received);
  }
}
