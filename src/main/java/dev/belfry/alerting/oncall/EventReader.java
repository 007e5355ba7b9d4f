package dev.belfry.alerting.oncall;

import dev.belfry.alerting.oncall.CalendarReader.Property;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.fortuna.ical4j.model.TemporalAmountAdapter;
import org.jspecify.annotations.Nullable;

/** Makes events of what {@link CalendarReader} found. */
final class EventReader {
  private static final int MOST_ATTENDEES = 20;
  private static final int MOST_TIMES = 2_000;
  private static final int LONGEST_TEXT = 255;
  private static final String MAILTO = "mailto:";
  private static final Set<String> NO_PERSONS = Set.of("ROOM", "RESOURCE");

  /** No shift is longer, so that one of the past need not be looked for further back. */
  static final Duration LONGEST = Duration.ofDays(62);

  private final ZoneId zone;

  /**
   * @param zone of times that name none
   */
  EventReader(ZoneId zone) {
    this.zone = zone;
  }

  /** The event; null for one that has no begin or no length. */
  @Nullable CalendarEvent read(List<Property> properties) throws UnreadableCalendarException {
    Property begin = first(properties, "DTSTART");
    if (begin == null) {
      return null;
    }
    EventTime start = time(begin, begin.value());
    Duration length = length(properties, start);
    if (length.isNegative() || length.isZero()) {
      return null;
    }
    if (length.compareTo(LONGEST) > 0) {
      throw new UnreadableCalendarException(
          "An event lasts longer than " + LONGEST.toDays() + " days");
    }
    if (first(properties, "EXRULE") != null) {
      throw new UnreadableCalendarException("An event has an EXRULE, which is not supported");
    }
    Property replaced = first(properties, "RECURRENCE-ID");
    Property rule = first(properties, "RRULE");
    return new CalendarEvent(
        text(properties, "UID"),
        text(properties, "SUMMARY"),
        attendees(properties),
        start,
        length,
        rule == null ? null : rule.value(),
        times(properties, "RDATE"),
        times(properties, "EXDATE"),
        replaced == null ? null : time(replaced, replaced.value()),
        "CANCELLED".equalsIgnoreCase(text(properties, "STATUS")));
  }

  private static @Nullable Property first(List<Property> properties, String name) {
    return properties.stream().filter(one -> one.name().equals(name)).findFirst().orElse(null);
  }

  private static String text(List<Property> properties, String name) {
    Property property = first(properties, name);
    return property == null ? "" : shown(property.value());
  }

  /** A text without escapes (RFC 5545, 3.3.11), on one line. */
  private static String shown(String value) {
    String plain =
        value
            .replace("\\n", " ")
            .replace("\\N", " ")
            .replaceAll("\\\\([,;\\\\])", "$1")
            .replaceAll("\\p{Cntrl}", " ")
            .strip();
    return plain.substring(0, Math.min(plain.length(), LONGEST_TEXT));
  }

  private EventTime time(Property property, String value) throws UnreadableCalendarException {
    return EventTime.parse(value.strip(), property.parameter("TZID"), zone);
  }

  private Duration length(List<Property> properties, EventTime start)
      throws UnreadableCalendarException {
    Property end = first(properties, "DTEND");
    if (end != null) {
      EventTime ending = time(end, end.value());
      LocalDateTime local =
          ending.zone().equals(start.zone())
              ? ending.local()
              : Instant.ofEpochMilli(ending.millis()).atZone(start.zone()).toLocalDateTime();
      return Duration.between(start.local(), local);
    }
    Property duration = first(properties, "DURATION");
    if (duration == null) {
      return start.isDate() ? Duration.ofDays(1) : Duration.ZERO;
    }
    try {
      TemporalAmount amount = TemporalAmountAdapter.parse(duration.value().strip()).getDuration();
      return amount instanceof Period days
          ? Duration.ofDays(LocalDate.EPOCH.plus(days).toEpochDay())
          : Duration.from(amount);
    } catch (DateTimeException | ArithmeticException e) {
      throw new UnreadableCalendarException("An event has an invalid DURATION");
    }
  }

  private List<EventTime> times(List<Property> properties, String name)
      throws UnreadableCalendarException {
    List<EventTime> times = new ArrayList<>();
    for (Property property : properties) {
      if (!property.name().equals(name)) {
        continue;
      }
      for (String value : property.value().split(",", -1)) {
        if (times.size() == MOST_TIMES) {
          throw new UnreadableCalendarException("An event has too many dates in " + name);
        }
        if (value.contains("/")) {
          throw new UnreadableCalendarException("An event has a period in " + name);
        }
        times.add(time(property, value));
      }
    }
    return times;
  }

  private static List<Attendee> attendees(List<Property> properties) {
    List<Attendee> attendees = new ArrayList<>();
    for (Property property : properties) {
      String kind = property.parameter("CUTYPE");
      if (!property.name().equals("ATTENDEE")
          || "DECLINED".equalsIgnoreCase(property.parameter("PARTSTAT"))
          || (kind != null && NO_PERSONS.contains(kind.toUpperCase(Locale.ROOT)))
          || attendees.size() == MOST_ATTENDEES) {
        continue;
      }
      String address = shown(property.value());
      boolean mail = address.regionMatches(true, 0, MAILTO, 0, MAILTO.length());
      String email = mail ? address.substring(MAILTO.length()) : null;
      String named = property.parameter("CN");
      String name = named == null ? "" : shown(named);
      if (!name.isEmpty() || !address.isEmpty()) {
        String otherwise = email == null ? address : email;
        attendees.add(new Attendee(name.isEmpty() ? otherwise : name, email));
      }
    }
    return attendees;
  }
}
