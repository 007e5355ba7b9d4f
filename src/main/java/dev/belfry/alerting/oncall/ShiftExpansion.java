package dev.belfry.alerting.oncall;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The shifts of a calendar near a moment.
 *
 * @param shifts in the order of their begins
 * @param from since when they are known, milliseconds since 1970
 * @param until until when
 */
record ShiftExpansion(List<Shift> shifts, long from, long until) {
  /** More are left to the next reading. */
  static final int MOST_SHIFTS = 1_000;

  static final Duration PAST = Duration.ofDays(1);
  static final Duration HORIZON = Duration.ofDays(90);

  ShiftExpansion {
    shifts = List.copyOf(shifts);
  }

  /**
   * Reads a calendar and expands its events.
   *
   * @param text iCalendar
   * @param zone of times that name none; null for the zone of the calendar, or UTC
   * @param now milliseconds since 1970
   * @param nanos the time that bounds the work, as {@link System#nanoTime}
   */
  static ShiftExpansion of(String text, @Nullable ZoneId zone, long now, LongSupplier nanos)
      throws UnreadableCalendarException {
    CalendarReader.Content content = CalendarReader.read(text);
    String named = content.zone();
    ZoneId floating = zone != null ? zone : named == null ? ZoneOffset.UTC : EventTime.zone(named);
    EventReader reader = new EventReader(floating);
    List<CalendarEvent> events = new ArrayList<>();
    for (List<CalendarReader.Property> properties : content.events()) {
      CalendarEvent event = reader.read(properties);
      if (event != null) {
        events.add(event);
      }
    }
    return of(events, now, new ExpansionBudget(nanos));
  }

  private static ShiftExpansion of(List<CalendarEvent> events, long now, ExpansionBudget budget)
      throws UnreadableCalendarException {
    long from = now - PAST.toMillis();
    long until = now + HORIZON.toMillis();
    Map<String, Set<Long>> replaced = new HashMap<>();
    for (CalendarEvent event : events) {
      EventTime place = event.replaces();
      if (place != null) {
        replaced.computeIfAbsent(event.uid(), uid -> new HashSet<>()).add(place.millis());
      }
    }
    List<Shift> shifts = new ArrayList<>();
    for (CalendarEvent event : events) {
      if (event.isCancelled()) {
        continue;
      }
      Set<Long> elsewhere = replaced.getOrDefault(event.uid(), Set.of());
      for (EventTime begin : begins(event, from, until, budget)) {
        if (event.replaces() == null && elsewhere.contains(begin.millis())) {
          continue;
        }
        for (Shift shift : event.shifts(begin)) {
          budget.step();
          if (shift.ends() > from && shift.begins() < until) {
            shifts.add(shift);
          }
        }
      }
    }
    shifts.sort(Comparator.comparingLong(Shift::begins).thenComparing(Shift::name));
    if (shifts.size() <= MOST_SHIFTS) {
      return new ShiftExpansion(shifts, from, until);
    }
    // Whole moments only: of shifts that begin together none is missing.
    long cut = shifts.get(MOST_SHIFTS).begins();
    return new ShiftExpansion(
        shifts.stream().filter(shift -> shift.begins() < cut).toList(), from, cut);
  }

  private static List<EventTime> begins(
      CalendarEvent event, long from, long until, ExpansionBudget budget)
      throws UnreadableCalendarException {
    ZoneId zone = event.start().zone();
    Map<Long, EventTime> begins = new TreeMap<>();
    String rule = event.rule();
    if (rule == null || event.replaces() != null) {
      begins.put(event.start().millis(), event.start());
    } else {
      LocalDateTime first = local(from, zone).minus(event.length()).minusDays(1);
      for (EventTime begin :
          RecurrenceRule.parse(rule, event.start())
              .begins(event.start(), first, local(until, zone), budget)) {
        begins.put(begin.millis(), begin);
      }
    }
    for (EventTime more : event.more()) {
      begins.put(more.millis(), more);
    }
    for (EventTime without : event.without()) {
      begins.remove(without.millis());
    }
    return List.copyOf(begins.values());
  }

  private static LocalDateTime local(long millis, ZoneId zone) {
    return Instant.ofEpochMilli(millis).atZone(zone).toLocalDateTime();
  }
}
