package dev.belfry.alerting.oncall;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * A stretch of time in which a person takes over from a rotation.
 *
 * @param from milliseconds since 1970
 * @param to the first moment after it, later than {@code from}
 */
record OnCallOverride(UUID id, UUID user, long from, long to) {
  static final String USER = "userId";
  static final String FROM = "from";
  static final String TO = "to";

  /** Reads what {@link #document} wrote. */
  static OnCallOverride of(JsonNode document) {
    return new OnCallOverride(
        UUID.fromString(document.path("id").asText()),
        UUID.fromString(document.path(USER).asText()),
        millis(document.path(FROM).asText()),
        millis(document.path(TO).asText()));
  }

  /** Milliseconds since 1970 of a date and time with offset. */
  static long millis(String time) {
    return OffsetDateTime.parse(time).toInstant().toEpochMilli();
  }

  /** The override as it is stored. */
  String document() {
    return JsonText.object()
        .plain("id", id.toString())
        .plain(USER, user.toString())
        .plain(FROM, JsonText.timestamp(Instant.ofEpochMilli(from)))
        .plain(TO, JsonText.timestamp(Instant.ofEpochMilli(to)))
        .end();
  }

  /** Whether it covers a moment. */
  boolean covers(long at) {
    return from <= at && at < to;
  }
}
