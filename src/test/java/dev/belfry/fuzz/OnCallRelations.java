package dev.belfry.fuzz;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Makes bodies about on-call schedules fit the rules between their members. */
final class OnCallRelations {
  private OnCallRelations() {}

  /** A schedule keeps one source; an override is ahead, and the same all day. */
  static void settle(ObjectNode body) {
    if (body.path("rotation").isObject()) {
      body.remove("url");
    } else {
      body.remove("rotation");
    }
    if (body.has("userId") && body.has("to")) {
      Instant day = Instant.now().truncatedTo(ChronoUnit.DAYS);
      body.put("from", day.plus(Duration.ofDays(1)).toString());
      body.put("to", day.plus(Duration.ofDays(2)).toString());
    }
  }
}
