package dev.belfry.alerting.oncall;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.LocalMoment;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Persons who are on call in turn.
 *
 * @param users in the order of their turns, at least one; a person may be there several times
 * @param turnLength so many units
 * @param handoff when a turn ends and the next begins, on the clocks of the schedule's zone
 * @param start day on which the first turn begins
 */
record Rotation(
    List<UUID> users, TurnUnit turnUnit, int turnLength, LocalTime handoff, LocalDate start) {
  static final String USERS = "userIds";
  static final String UNIT = "turnUnit";
  static final String LENGTH = "turnLength";
  static final String HANDOFF = "handoffTime";
  static final String START = "startDate";

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm");

  Rotation {
    users = List.copyOf(users);
  }

  /** What the length of a turn counts. */
  enum TurnUnit {
    DAY(1),
    WEEK(7);

    private final int days;

    TurnUnit(int days) {
      this.days = days;
    }
  }

  /**
   * A turn.
   *
   * @param begins milliseconds since 1970
   * @param ends the first moment after it, later than its begin
   * @param place of its person in the list, from 0 on
   */
  record Turn(long begins, long ends, int place) {}

  /** Reads a body that was checked, or what {@link #document} wrote. */
  static Rotation of(JsonNode document) {
    List<UUID> users = new ArrayList<>();
    document.path(USERS).forEach(user -> users.add(UUID.fromString(user.asText())));
    return new Rotation(
        users,
        TurnUnit.valueOf(document.path(UNIT).asText()),
        document.path(LENGTH).intValue(),
        LocalTime.parse(document.path(HANDOFF).asText()),
        LocalDate.parse(document.path(START).asText()));
  }

  /** The rotation as it is stored, and as answers show it. */
  String document() {
    return JsonText.object()
        .raw(USERS, JsonText.strings(users.stream().map(UUID::toString).toList()))
        .plain(UNIT, turnUnit.name())
        .number(LENGTH, (long) turnLength)
        .plain(HANDOFF, TIME.format(handoff))
        .plain(START, start.toString())
        .end();
  }

  /**
   * The turns that overlap a stretch of time, in their order. Each begins when the clocks of the
   * zone show the handoff, by the rules of {@link LocalMoment}; so one may last an hour more or
   * less, and none is left out.
   *
   * @param from milliseconds since 1970
   * @param until the first moment after the stretch
   */
  List<Turn> turns(ZoneId zone, long from, long until) {
    int days = turnUnit.days * turnLength;
    long passed =
        ChronoUnit.DAYS.between(start, Instant.ofEpochMilli(from).atZone(zone).toLocalDate());
    List<Turn> turns = new ArrayList<>();
    // One earlier: before the handoff of a day the turn of the day before goes on.
    for (long number = Math.max(0, Math.floorDiv(passed, days) - 1); ; number++) {
      long begins = begin(zone, number * days);
      if (begins >= until) {
        return turns;
      }
      long ends = begin(zone, (number + 1) * days);
      if (ends > from && ends > begins) {
        turns.add(new Turn(begins, ends, (int) (number % users.size())));
      }
    }
  }

  private long begin(ZoneId zone, long days) {
    return LocalMoment.millis(start.plusDays(days).atTime(handoff), zone);
  }
}
