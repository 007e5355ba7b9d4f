package dev.belfry.alerting.oncall;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.platform.error.Violation;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * A body that creates an override; its schema has checked the form of its members.
 *
 * @param from null or absent for the present moment
 */
record OverrideDraft(Field<String> userId, Field<String> from, Field<String> to) {
  /** How far ahead an override may end. */
  static final Duration FARTHEST = Duration.ofDays(366);

  /** Times are judged by the clock, when the override is made. */
  static final DraftReader<OverrideDraft> BODY =
      new DraftReader<>(OverrideDraft::read, draft -> List.of());

  private static OverrideDraft read(JsonNode body) {
    FieldReader override = new FieldReader(body);
    return new OverrideDraft(
        override.text(OnCallOverride.USER),
        override.text(OnCallOverride.FROM),
        override.text(OnCallOverride.TO));
  }

  /**
   * The override of a draft, which begins now at the earliest.
   *
   * @param now milliseconds since 1970
   */
  OnCallOverride override(UUID id, long now) {
    String sent = from.value();
    return new OnCallOverride(
        id,
        UUID.fromString(requireNonNull(userId.value())),
        sent == null ? now : Math.max(now, OnCallOverride.millis(sent)),
        OnCallOverride.millis(requireNonNull(to.value())));
  }

  /** What is wrong with the times of an override that was made of a draft now. */
  static List<Violation> violations(OnCallOverride override, long now) {
    if (override.to() <= now || override.to() > now + FARTHEST.toMillis()) {
      return List.of(
          new Violation("/" + OnCallOverride.TO, "must be in the future, by 366 days at most"));
    }
    return override.from() < override.to()
        ? List.of()
        : List.of(
            new Violation("/" + OnCallOverride.FROM, "must be before the end of the override"));
  }
}
