package dev.belfry.projects.deploy;

import dev.belfry.api.resource.ResourceType;
import java.util.Arrays;
import java.util.Optional;

/**
 * Resources of the wire that say where checks and groups run. They become part of the check or
 * group, which names private locations by their slugs.
 */
enum LocationAssignment {
  CHECK("private-location-check-assignment", "checkId", ResourceType.CHECK),
  GROUP("private-location-group-assignment", "groupId", ResourceType.CHECK_GROUP);

  private final String wire;
  private final String member;
  private final ResourceType subject;

  LocationAssignment(String wire, String member, ResourceType subject) {
    this.wire = wire;
    this.member = member;
    this.subject = subject;
  }

  /** The member that names the check or group. */
  String member() {
    return member;
  }

  /** What is assigned. */
  ResourceType subject() {
    return subject;
  }

  static Optional<LocationAssignment> of(String wire) {
    return Arrays.stream(values()).filter(one -> one.wire.equals(wire)).findFirst();
  }
}
