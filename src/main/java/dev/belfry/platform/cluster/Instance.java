package dev.belfry.platform.cluster;

import java.util.Set;

/**
 * A running instance.
 *
 * @param id also the number by which its writes are fenced
 * @param locations that it probes from
 * @param beat counts up while it lives
 * @param draining whether it is about to leave and claims no more shards
 * @param mayPing whether its system lets it send pings
 * @param agent whether it is the agent of a private location, which may be cut off and go on
 */
public record Instance(
    long id, Set<String> locations, long beat, boolean draining, boolean mayPing, boolean agent) {
  /** Copies the set. */
  public Instance {
    locations = Set.copyOf(locations);
  }

  /** An instance of the service. */
  public Instance(long id, Set<String> locations, long beat, boolean draining, boolean mayPing) {
    this(id, locations, beat, draining, mayPing, false);
  }

  /** The same at any time of its life, to tell whether something else has changed. */
  Instance withoutBeat() {
    return new Instance(id, locations, 0, draining, mayPing, agent);
  }

  /** Whether it probes from a location. */
  boolean covers(String location) {
    return location.equals(ShardKey.DEFAULT_LOCATION) || locations.contains(location);
  }
}
