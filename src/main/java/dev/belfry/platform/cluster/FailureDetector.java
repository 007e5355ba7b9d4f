package dev.belfry.platform.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which instances have fallen silent. Only time in which we ourselves were answered counts, so that
 * nobody is taken for dead because the database was away. Confined to one thread.
 */
final class FailureDetector {
  /** Several beats, and short enough to be replaced within five seconds. */
  static final long SILENCE_NANOS = 3_000_000_000L;

  /** Between two answers of ours that is no more than this there was no outage. */
  private static final long CONTACT_NANOS = 1_500_000_000L;

  private final Map<Long, Sight> sights = new HashMap<>();
  private long contactSince;
  private long lastContact = Long.MIN_VALUE / 2;

  private record Sight(long beat, long since) {}

  /** Notes an answer; returns the others that have been silent for too long. */
  List<Instance> silent(long self, List<Instance> instances, long nanos) {
    if (nanos - lastContact > CONTACT_NANOS) {
      contactSince = nanos;
    }
    lastContact = nanos;
    sights.keySet().retainAll(instances.stream().map(Instance::id).toList());
    return instances.stream()
        .filter(one -> one.id() != self)
        .filter(
            one -> {
              Sight sight = sights.get(one.id());
              if (sight == null || sight.beat() != one.beat()) {
                sights.put(one.id(), new Sight(one.beat(), nanos));
                return false;
              }
              return nanos - Math.max(sight.since(), contactSince) >= SILENCE_NANOS;
            })
        .toList();
  }
}
