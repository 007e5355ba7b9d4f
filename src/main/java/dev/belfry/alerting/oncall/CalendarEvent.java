package dev.belfry.alerting.oncall;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event of a calendar (RFC 5545, 3.6.1), as far as shifts need it.
 *
 * @param uid shared by an event and the changed occurrences of it
 * @param length from its begin to its end on the clocks of its zone
 * @param rule when it recurs, null for an event that does not
 * @param more further begins
 * @param without begins that are left out
 * @param replaces the begin of the occurrence that this one takes the place of, null for none
 * @param isCancelled whether it does not take place
 */
record CalendarEvent(
    String uid,
    String title,
    List<Attendee> attendees,
    EventTime start,
    Duration length,
    @Nullable String rule,
    List<EventTime> more,
    List<EventTime> without,
    @Nullable EventTime replaces,
    boolean isCancelled) {
  CalendarEvent {
    attendees = List.copyOf(attendees);
    more = List.copyOf(more);
    without = List.copyOf(without);
  }

  /** The shifts of an occurrence: one for each attendee, or one for the title. */
  List<Shift> shifts(EventTime begin) {
    long from = begin.millis();
    long to = begin.at(begin.local().plus(length)).millis();
    List<Shift> shifts = new ArrayList<>();
    for (Attendee attendee : attendees) {
      shifts.add(new Shift(from, to, attendee.name(), attendee.email(), title));
    }
    if (shifts.isEmpty() && !title.isEmpty()) {
      shifts.add(new Shift(from, to, title, null, title));
    }
    return shifts;
  }
}
