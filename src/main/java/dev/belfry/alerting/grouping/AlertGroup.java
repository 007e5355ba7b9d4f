package dev.belfry.alerting.grouping;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.belfry.api.http.JsonText;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A group of alerts of a channel as it is now. Times are milliseconds since 1970.
 *
 * @param labels what its members have in common, by the terms of the channel
 * @param members the worst first, not all of them
 */
public record AlertGroup(
    UUID id,
    long channelId,
    Map<String, String> labels,
    Told told,
    Counts counts,
    List<Member> members) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  public AlertGroup {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    members = List.copyOf(members);
  }

  /**
   * Its messages.
   *
   * @param messages how many were queued
   * @param repeats how many of the last ones in a row had no news
   * @param last when the last one was queued, null before one
   * @param closed when it was closed, null while it is open
   */
  public record Told(
      long opened, int messages, int repeats, @Nullable Long last, @Nullable Long closed) {}

  /**
   * Its members by state.
   *
   * @param removed members whose check was deleted or is no longer subscribed
   */
  public record Counts(int failing, int degraded, int recovered, int removed) {
    /** All members. */
    public int all() {
      return failing + degraded + recovered + removed;
    }
  }

  /** The state of a member. */
  public enum Level {
    FAILED,
    DEGRADED,
    RECOVERED,
    REMOVED
  }

  /**
   * A check in the group.
   *
   * @param alertId the alert that it joined by
   * @param error of that alert, empty for none
   * @param acknowledgedBy actor of the acknowledgement, null for none
   * @param acknowledgedByName name of that key or person, null without one
   * @param snoozedUntil end of a snooze that goes on, null for none
   * @param assignee null for none
   * @param assigneeName name of the team or the member that it is, null for another
   */
  public record Member(
      UUID checkId,
      UUID alertId,
      String name,
      Level level,
      long joined,
      String error,
      @Nullable String acknowledgedBy,
      @Nullable String acknowledgedByName,
      @Nullable Long snoozedUntil,
      @Nullable String assignee,
      @Nullable String assigneeName) {}

  /** Whether it is over. */
  public boolean isClosed() {
    return told.closed() != null;
  }

  /** Reads a row of {@link AlertGroupReader}. */
  static AlertGroup of(Row row) {
    Map<String, String> labels = new LinkedHashMap<>();
    JsonText.parse(row.getString(2))
        .fields()
        .forEachRemaining(one -> labels.put(one.getKey(), one.getValue().asText("")));
    return new AlertGroup(
        row.getUUID(0),
        row.getLong(1),
        labels,
        new Told(
            row.getLong(3), row.getInteger(4), row.getInteger(5), row.getLong(6), row.getLong(7)),
        new Counts(row.getInteger(8), row.getInteger(9), row.getInteger(10), row.getInteger(11)),
        members(row.getString(12)));
  }

  private static List<Member> members(String json) {
    List<Member> members = new ArrayList<>();
    for (JsonNode one : array(json)) {
      members.add(
          new Member(
              UUID.fromString(one.path("check_id").asText()),
              UUID.fromString(one.path("alert_id").asText()),
              one.path("name").asText(""),
              Level.valueOf(one.path("level").asText()),
              one.path("joined_ms").asLong(),
              one.path("error").asText("").equals("null") ? "" : one.path("error").asText(""),
              one.path("acknowledged_by").textValue(),
              one.path("acknowledged_by_name").textValue(),
              one.path("snoozed_ms").isNumber() ? (Long) one.path("snoozed_ms").asLong() : null,
              one.path("assignee").textValue(),
              one.path("assignee_name").textValue()));
    }
    return members;
  }

  private static JsonNode array(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }
}
