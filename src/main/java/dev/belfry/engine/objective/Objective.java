package dev.belfry.engine.objective;

import dev.belfry.monitoring.channel.RequestedSubscription;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An objective as it was asked for, with every default filled in.
 *
 * @param checkId the monitor, null for others
 * @param groupId the group, null for others
 * @param tag that of the monitors, null for others
 * @param target percentage of counted runs that have to be good
 * @param windowDays length of the rolling window
 */
record Objective(
    String name,
    @Nullable String description,
    @Nullable UUID checkId,
    @Nullable Long groupId,
    @Nullable String tag,
    double target,
    int windowDays,
    List<RequestedSubscription> channels) {
  Objective {
    channels = List.copyOf(channels);
  }

  /** Whether it is about one monitor. */
  boolean isOfOneCheck() {
    return checkId != null;
  }
}
