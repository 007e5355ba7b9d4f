package dev.belfry.account.people;

import dev.belfry.api.auth.Role;
import dev.belfry.api.http.ApiRequest;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The entries that a list shows; null members do not restrict it.
 *
 * @param search part of a name or address
 * @param type {@code member} or {@code invite}
 * @param status {@code ACTIVE}, {@code PENDING} or {@code EXPIRED}
 * @param start id of the first entry
 */
record MemberFilter(
    UUID account,
    @Nullable String search,
    @Nullable String type,
    @Nullable Role role,
    @Nullable String status,
    @Nullable UUID start) {

  static MemberFilter of(ApiRequest request) {
    return new MemberFilter(
        request.account(),
        request.optionalText("search").orElse(null),
        request.optionalText("type").orElse(null),
        request.optionalText("role").map(Role::ofWire).orElse(null),
        request.optionalText("status").orElse(null),
        request.optionalGuid("nextId").orElse(null));
  }
}
