package dev.belfry.engine.objective;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import dev.belfry.api.contract.Field;
import dev.belfry.monitoring.channel.RequestedSubscription;
import java.util.List;
import java.util.UUID;

/**
 * A body that creates or updates an objective. Each member is absent, {@code null} or a value; the
 * body was read by its schema before.
 */
record ObjectiveDraft(
    Field<String> name,
    Field<String> description,
    Field<UUID> checkId,
    Field<Long> groupId,
    Field<String> tag,
    Field<Double> target,
    Field<Integer> windowDays,
    Field<List<RequestedSubscription>> channels) {
  private static final int DAYS = 30;

  /** The objective of a complete draft in which nothing is wrong. */
  Objective objective() {
    return new Objective(
        requireNonNull(name.value()),
        description.value(),
        checkId.value(),
        groupId.value(),
        tag.value(),
        requireNonNull(target.value()),
        requireNonNullElse(windowDays.value(), DAYS),
        requireNonNullElse(channels.value(), List.of()));
  }

  /** The stored objective with the changes of this draft; its subject stays. */
  Objective over(Objective stored) {
    return new Objective(
        requireNonNull(name.or(stored.name())),
        description.or(stored.description()),
        stored.checkId(),
        stored.groupId(),
        stored.tag(),
        requireNonNull(target.or(stored.target())),
        requireNonNull(windowDays.or(stored.windowDays())),
        requireNonNullElse(channels.or(stored.channels()), List.of()));
  }
}
