package dev.belfry.projects.deploy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One resource of a plan and what the deploy does with it.
 *
 * @param physicalId its id, which a new one gets only if this very plan is carried out
 * @param properties what changes in it, empty for one that goes
 * @param warning what people have to know of it, empty for nothing
 * @param part what people see the change in when the resource itself is never shown; null otherwise
 */
record Change(
    Action action,
    ResourceKey key,
    String physicalId,
    List<PropertyChange> properties,
    String warning,
    @Nullable Whole part) {

  /** What a subscription is a part of: its check or group. */
  record Whole(ResourceKey key, String physicalId) {}
}
