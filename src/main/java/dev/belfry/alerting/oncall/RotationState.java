package dev.belfry.alerting.oncall;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The rotation of a schedule as it stands.
 *
 * @param overrides in the order in which they were made, with those that have ended of late
 * @param former persons of the rotation who are no members of the account any more
 * @param isLate whether the shifts that are known have all ended
 */
record RotationState(Rotation rotation, List<Named> overrides, Set<UUID> former, boolean isLate) {
  /** Reads as text what {@link #of} takes, of a schedule {@code o} and its copy {@code c}. */
  static final String COLUMN =
      """
      CASE WHEN o.rotation IS NOT NULL THEN jsonb_build_object('rotation', o.rotation,
          'isLate', c.until_ms < epoch_millis(),
          'overrides', ARRAY(SELECT v.one || jsonb_build_object('name', (
              SELECT u.name FROM memberships m JOIN users u ON u.id = m.user_id
              WHERE m.account_id = o.account_id AND m.user_id = (v.one ->> 'userId')::uuid))
            FROM jsonb_array_elements(o.overrides) WITH ORDINALITY AS v (one, number)
            ORDER BY v.number),
          'former', ARRAY(SELECT r.id FROM jsonb_array_elements_text(o.rotation -> 'userIds') AS r (id)
            WHERE NOT EXISTS (SELECT FROM memberships m
              WHERE m.account_id = o.account_id AND m.user_id = r.id::uuid)))::text END""";

  RotationState {
    overrides = List.copyOf(overrides);
    former = Set.copyOf(former);
  }

  /**
   * An override.
   *
   * @param name of its person, null for one who is no member and has no effect
   */
  record Named(OnCallOverride override, @Nullable String name) {}

  /** Reads {@link #COLUMN}. */
  static RotationState of(String column) {
    JsonNode read = JsonText.parse(column);
    List<Named> overrides = new ArrayList<>();
    read.path("overrides")
        .forEach(
            one -> overrides.add(new Named(OnCallOverride.of(one), one.path("name").textValue())));
    Set<UUID> former = new HashSet<>();
    read.path("former").forEach(user -> former.add(UUID.fromString(user.asText())));
    return new RotationState(
        Rotation.of(read.path("rotation")), overrides, former, read.path("isLate").asBoolean());
  }

  /** The overrides without names. */
  List<OnCallOverride> stored() {
    return overrides.stream().map(Named::override).toList();
  }

  /** Those that are not over at a moment, in milliseconds since 1970. */
  List<Named> current(long now) {
    return overrides.stream().filter(one -> one.override().to() > now).toList();
  }

  /** Whether no person of the rotation is a member of the account. */
  boolean isDeserted() {
    return former.containsAll(rotation.users());
  }
}
