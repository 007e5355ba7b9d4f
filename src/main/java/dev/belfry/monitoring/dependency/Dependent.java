package dev.belfry.monitoring.dependency;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What depends on something: a check or a group, exactly one of the two.
 *
 * @param checkId null for a group
 * @param groupId null for a check
 */
public record Dependent(@Nullable UUID checkId, @Nullable Long groupId) {
  /** A check. */
  public static Dependent check(UUID id) {
    return new Dependent(id, null);
  }

  /** A group. */
  public static Dependent group(long id) {
    return new Dependent(null, id);
  }
}
