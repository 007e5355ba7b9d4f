package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.EnumSet;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;

/** Converts maintenance periods: a time of day, on some or all days of the week. */
final class GatusMaintenance {
  /** Some day in the past, from which on windows repeat. */
  private static final LocalDate SINCE = LocalDate.of(2026, 1, 5);

  private static final int LONGEST_HOURS = 24;

  private final ProjectBuilder outline;

  GatusMaintenance(ProjectBuilder outline) {
    this.outline = outline;
  }

  /**
   * Makes windows that silence alerts.
   *
   * @param tag of the checks concerned, empty for all
   * @return whether there is one
   */
  boolean add(TrackedObject from, String name, String tag) {
    if (from.isEmpty()) {
      return false;
    }
    if (!from.flag("enabled", true)) {
      from.whole("enabled", "the period is off and is left out");
      return false;
    }
    String start = from.text("start");
    OptionalLong millis = GatusTime.millis(from.text("duration"));
    Set<DayOfWeek> days = days(from);
    String zone = from.text("timezone");
    boolean known = zone.isEmpty() || ZoneId.getAvailableZoneIds().contains(zone);
    long length = millis.orElse(0);
    if (!start.matches("([01][0-9]|2[0-3]):[0-5][0-9]")
        || length <= 0
        || length > Duration.ofHours(LONGEST_HOURS).toMillis()
        || days.isEmpty()
        || !known) {
      from.whole("start", "the period is left out: its time is not understood");
      return false;
    }
    ZoneId at = ZoneId.of(zone.isEmpty() ? "UTC" : zone);
    Duration duration = Duration.ofMillis(length);
    if (days.size() == DayOfWeek.values().length) {
      window(name, tag, SINCE.atTime(LocalTime.parse(start)).atZone(at), duration, "DAY");
    } else {
      for (DayOfWeek day : days) {
        ZonedDateTime first =
            SINCE.with(TemporalAdjusters.nextOrSame(day)).atTime(LocalTime.parse(start)).atZone(at);
        window(name + " on " + day.name().toLowerCase(Locale.ROOT), tag, first, duration, "WEEK");
      }
    }
    from.rest("has no counterpart");
    return true;
  }

  private static Set<DayOfWeek> days(TrackedObject from) {
    JsonNode every = from.get("every");
    Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    if (every.isNull() || every.isMissingNode() || (every.isArray() && every.isEmpty())) {
      return EnumSet.allOf(DayOfWeek.class);
    }
    for (JsonNode day : every) {
      try {
        days.add(DayOfWeek.valueOf(day.asText().toUpperCase(Locale.ROOT)));
      } catch (IllegalArgumentException e) {
        from.note("every", "has a day that is not known, which is left out");
      }
    }
    return days;
  }

  private void window(
      String name, String tag, ZonedDateTime first, Duration duration, String unit) {
    ObjectNode window =
        outline.add("maintenance", name).put("name", ProjectBuilder.shortened(name));
    window.put("startsAt", time(first)).put("endsAt", time(first.plus(duration)));
    window.put("repeatUnit", unit).put("repeatInterval", 1);
    if (!first.getZone().getId().equals("UTC")) {
      window.put("timezone", first.getZone().getId());
    }
    if (tag.isEmpty()) {
      window.put("silenceAllAlerts", true);
    } else {
      window.putArray("tags").add(tag);
    }
  }

  private static String time(ZonedDateTime time) {
    return time.toInstant().toString();
  }
}
