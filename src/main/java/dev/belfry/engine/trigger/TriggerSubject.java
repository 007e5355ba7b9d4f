package dev.belfry.engine.trigger;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a trigger runs: a check or a check group.
 *
 * @param check null for a group
 * @param group null for a check
 */
record TriggerSubject(@Nullable UUID check, @Nullable Long group) {

  static TriggerSubject ofCheck(UUID check) {
    return new TriggerSubject(check, null);
  }

  static TriggerSubject ofGroup(long group) {
    return new TriggerSubject(null, group);
  }

  /** Where it lies below the root, such as {@code checks/<id>}. */
  String path() {
    return check == null ? "check-groups/" + group : "checks/" + check;
  }
}
