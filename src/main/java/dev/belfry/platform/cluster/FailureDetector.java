package dev.belfry.platform.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Detects instances that no longer beat. Only time in which this instance got answers counts, so
 * that no instance is fenced because the database was away. Confined to one thread.
 */
final class FailureDetector {
  /** Several beats, and short enough to replace an instance within five seconds. */
  static final long SILENCE_NANOS = 3_000_000_000L;

  /** Two answers at most this far apart have no outage between them. */
  private static final long CONTACT_NANOS = 1_500_000_000L;

  private final Map<Long, Heartbeat> heartbeats = new HashMap<>();
  private long contactSince;
  private long lastContact = Long.MIN_VALUE / 2;

  private record Heartbeat(long beat, long since) {}

  /** Notes an answered beat and returns the other instances that have been silent for too long. */
  List<Instance> silent(long self, List<Instance> instances, long nanos) {
    if (nanos - lastContact > CONTACT_NANOS) {
      contactSince = nanos;
    }
    lastContact = nanos;
    heartbeats.keySet().retainAll(instances.stream().map(Instance::id).toList());
    return instances.stream()
        .filter(one -> one.id() != self)
        .filter(
            one -> {
              Heartbeat heartbeat = heartbeats.get(one.id());
              if (heartbeat == null || heartbeat.beat() != one.beat()) {
                heartbeats.put(one.id(), new Heartbeat(one.beat(), nanos));
                return false;
              }
              return nanos - Math.max(heartbeat.since(), contactSince) >= SILENCE_NANOS;
            })
        .toList();
  }
}
