package dev.belfry.alerting.oncall;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.monitoring.channel.NamedMembers;
import dev.belfry.platform.error.Violation;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The {@code rotation} of a body, which its schema has checked as far as it can.
 *
 * @param document as it was sent
 */
record RotationDraft(JsonNode document) {
  /** What the schema cannot say, but for who is a member. */
  List<Violation> violations() {
    String start = document.path(Rotation.START).asText();
    try {
      if (!start.isEmpty()) {
        LocalDate.parse(start);
      }
      return List.of();
    } catch (DateTimeException none) {
      return List.of(
          new Violation("/rotation/" + Rotation.START, "must be a date such as 2026-03-09"));
    }
  }

  /** The persons of a valid draft by the paths that name them, in order. */
  Map<String, UUID> users() {
    return NamedMembers.byPath("/rotation/" + Rotation.USERS, rotation().users());
  }

  /** The rotation of a valid draft. */
  Rotation rotation() {
    return Rotation.of(document);
  }
}
