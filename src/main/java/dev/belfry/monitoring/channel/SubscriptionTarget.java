package dev.belfry.monitoring.channel;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is subscribed to a channel: a check or a group, exactly one of the two.
 *
 * @param checkId null for a group
 * @param groupId null for a check
 */
public record SubscriptionTarget(@Nullable UUID checkId, @Nullable Long groupId) {
  public SubscriptionTarget {
    if ((checkId == null) == (groupId == null)) {
      throw new IllegalArgumentException("A target is either a check or a group");
    }
  }

  /** A check. */
  public static SubscriptionTarget check(UUID id) {
    return new SubscriptionTarget(id, null);
  }

  /** A group. */
  public static SubscriptionTarget group(long id) {
    return new SubscriptionTarget(null, id);
  }
}
