package dev.belfry.account.team;

import static java.util.Objects.requireNonNullElse;

import dev.belfry.api.contract.Field;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A body that creates or updates a team. Each member is absent, {@code null} or a value; the body
 * was read by its schema before.
 *
 * @param userIds ids of members of the account
 */
record TeamDraft(Field<String> name, Field<String> description, Field<List<String>> userIds) {

  /** The ids as they were sent; null where the body has none. */
  @Nullable List<UUID> persons() {
    return userIds.isPresent()
        ? requireNonNullElse(userIds.value(), List.<String>of()).stream()
            .map(UUID::fromString)
            .toList()
        : null;
  }
}
