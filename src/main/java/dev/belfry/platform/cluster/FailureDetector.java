package dev.belfry.platform.cluster;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Detects instances that no longer beat. Only time in which this instance got answers counts, so
 * that no instance is fenced because the database was away. An agent that is cut off goes on and
 * keeps its results, so only those who can run its monitors fence it as soon as another instance,
 * and later when they were cut off themselves. Confined to one thread.
 */
final class FailureDetector {
  /** Several beats, and short enough to replace an instance within five seconds. */
  static final long SILENCE_NANOS = 3_000_000_000L;

  /** Longer than an agent keeps results for a service that it cannot reach. */
  static final long AGENT_SILENCE_NANOS = 9_000_000_000_000L;

  /**
   * How long an agent may take to come back after an outage. Agents that lost the service together
   * return one by one, and a fenced one would have kept its results for nothing.
   */
  static final long AGENT_RETURN_NANOS = 15_000_000_000L;

  /** Two answers at most this far apart have no outage between them. */
  private static final long CONTACT_NANOS = 1_500_000_000L;

  private static final long NEVER = Long.MIN_VALUE / 2;

  private final Map<Long, Heartbeat> heartbeats = new HashMap<>();
  private final Set<Long> quiet = new HashSet<>();
  private long contactSince;
  private boolean afterOutage;
  private long lastContact = NEVER;

  private record Heartbeat(long beat, long since) {}

  /** Notes an answered beat and returns the other instances that have been silent for too long. */
  List<Instance> silent(long self, List<Instance> instances, long nanos) {
    if (nanos - lastContact > CONTACT_NANOS) {
      afterOutage = lastContact != NEVER && nanos - lastContact > SILENCE_NANOS;
      contactSince = nanos;
    }
    lastContact = nanos;
    heartbeats.keySet().retainAll(instances.stream().map(Instance::id).toList());
    quiet.clear();
    Set<String> own =
        instances.stream()
            .filter(one -> one.id() == self)
            .findFirst()
            .map(Instance::locations)
            .orElse(Set.of());
    return instances.stream()
        .filter(one -> one.id() != self)
        .filter(
            one -> {
              Heartbeat heartbeat = heartbeats.get(one.id());
              if (heartbeat == null || heartbeat.beat() != one.beat()) {
                heartbeats.put(one.id(), new Heartbeat(one.beat(), nanos));
                return false;
              }
              long silence = nanos - Math.max(heartbeat.since(), contactSince);
              if (silence < SILENCE_NANOS) {
                return false;
              }
              if (one.agent() && Collections.disjoint(own, one.locations())) {
                quiet.add(one.id());
                return silence >= AGENT_SILENCE_NANOS;
              }
              boolean returning = afterOutage && heartbeat.since() < contactSince;
              return !(one.agent() && returning && silence < AGENT_RETURN_NANOS);
            })
        .toList();
  }

  /**
   * Whether an agent was silent for too long at the last call of {@link #silent}, fenced or not.
   */
  boolean isQuiet(long instance) {
    return quiet.contains(instance);
  }
}
