package dev.belfry.alerting.oncall;

import dev.belfry.monitoring.channel.LocalMoment;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import net.fortuna.ical4j.model.TimeZoneRegistry;
import net.fortuna.ical4j.model.TimeZoneRegistryFactory;
import org.jspecify.annotations.Nullable;

/**
 * A date or a time of a calendar (RFC 5545, 3.3.4 and 3.3.5), as clocks of its zone show it.
 *
 * @param isDate whether the calendar has a date without a time
 */
record EventTime(LocalDateTime local, ZoneId zone, boolean isDate) {
  private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuuMMdd");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss");
  private static final int EARLIEST = 1990;
  private static final int LATEST = 2200;
  private static final int DATE_LENGTH = 8;
  private static final Set<String> ZONES = ZoneId.getAvailableZoneIds();

  static {
    // Fills the names that Windows has for time zones.
    TimeZoneRegistryFactory.getInstance().createRegistry();
  }

  /**
   * Reads one.
   *
   * @param zoneName the parameter {@code TZID}, null without one
   * @param zone of times that name none
   */
  static EventTime parse(String text, @Nullable String zoneName, ZoneId zone)
      throws UnreadableCalendarException {
    boolean utc = text.endsWith("Z");
    String plain = utc ? text.substring(0, text.length() - 1) : text;
    try {
      boolean date = plain.length() == DATE_LENGTH;
      LocalDateTime local =
          date ? LocalDate.parse(plain, DATE).atStartOfDay() : LocalDateTime.parse(plain, TIME);
      if (local.getYear() < EARLIEST || local.getYear() > LATEST) {
        throw new UnreadableCalendarException(
            "An event has a date before " + EARLIEST + " or after " + LATEST);
      }
      return new EventTime(
          local, utc ? ZoneOffset.UTC : zoneName == null ? zone : zone(zoneName), date);
    } catch (DateTimeException e) {
      throw new UnreadableCalendarException("An event has an invalid date or time");
    }
  }

  /** A zone by the name that IANA has for it, or Windows. */
  static ZoneId zone(String name) throws UnreadableCalendarException {
    String known = TimeZoneRegistry.ZONE_ALIASES.getOrDefault(name, name);
    // Some calendars put the name of their maker before it, as in /example.com/Europe/Berlin.
    String bare =
        known.startsWith("/") ? known.replaceFirst("^/.*?/(?=[A-Z][A-Za-z]+/)", "") : known;
    if (!ZONES.contains(bare)) {
      throw new UnreadableCalendarException(
          "The calendar names a time zone that is not known: "
              + name.substring(0, Math.min(name.length(), 64)));
    }
    return ZoneId.of(bare);
  }

  /** The same place on the clock face at another local time. */
  EventTime at(LocalDateTime other) {
    return new EventTime(other, zone, isDate);
  }

  /** Milliseconds since 1970, by the rules of {@link LocalMoment}. */
  long millis() {
    return LocalMoment.millis(local, zone);
  }
}
