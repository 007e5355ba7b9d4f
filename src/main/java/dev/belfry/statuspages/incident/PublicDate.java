package dev.belfry.statuspages.incident;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.error.Violation;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The time an incident update is said to have happened, as a body sends it. */
final class PublicDate {
  static final String MEMBER = "publicIncidentUpdateDate";

  private PublicDate() {}

  /** The date of an update in UTC, cut to the millisecond; null when the body has none. */
  static @Nullable OffsetDateTime of(ObjectNode update) {
    JsonNode sent = update.get(MEMBER);
    return sent == null
        ? null
        : OffsetDateTime.parse(sent.textValue())
            .withOffsetSameInstant(ZoneOffset.UTC)
            .truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * What is wrong with the date of an update: RFC 3339 has four digits for the year, and an offset
   * can carry a date over that edge.
   */
  static List<Violation> violations(ObjectNode update) {
    OffsetDateTime date = of(update);
    return date == null || (date.getYear() >= 0 && date.getYear() <= 9999)
        ? List.of()
        : List.of(new Violation("/" + MEMBER, "must lie in the years 0000 to 9999 of UTC"));
  }
}
