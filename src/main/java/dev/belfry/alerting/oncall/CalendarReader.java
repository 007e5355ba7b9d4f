package dev.belfry.alerting.oncall;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import net.fortuna.ical4j.data.CalendarParserImpl;
import net.fortuna.ical4j.data.ContentHandler;
import net.fortuna.ical4j.data.ParserException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of a calendar (RFC 5545). Time zones that the calendar defines are left out;
 * their names say which ones they are. Bounded: it keeps what shifts need of each event, and
 * refuses calendars with more events or deeper components than a schedule has.
 */
final class CalendarReader {
  static final int MOST_EVENTS = 2_000;
  private static final int DEEPEST = 5;
  private static final int MOST_VALUES = 1_000;
  private static final String EVENT = "VEVENT";
  private static final Pattern FOLD = Pattern.compile("\\r?\\n[ \\t]");
  private static final Pattern LINES = Pattern.compile("[\\r\\n]+");
  private static final Set<String> KEPT =
      Set.of(
          "UID",
          "SUMMARY",
          "DTSTART",
          "DTEND",
          "DURATION",
          "RRULE",
          "RDATE",
          "EXDATE",
          "EXRULE",
          "RECURRENCE-ID",
          "STATUS",
          "ATTENDEE");

  private CalendarReader() {}

  /**
   * A property of an event.
   *
   * @param parameters by their names in upper case
   */
  record Property(String name, Map<String, String> parameters, String value) {
    Property {
      parameters = Map.copyOf(parameters);
    }

    @Nullable String parameter(String key) {
      return parameters.get(key);
    }
  }

  /**
   * What was read.
   *
   * @param zone the name of the zone that the calendar asks for, null for none
   * @param events the properties of each
   */
  record Content(@Nullable String zone, List<List<Property>> events) {}

  /** Reads a calendar; nothing is expanded yet. */
  static Content read(String text) throws UnreadableCalendarException {
    String unfolded = FOLD.matcher(text).replaceAll("");
    String lines = LINES.matcher(unfolded).replaceAll("\r\n").strip() + "\r\n";
    Collector collector = new Collector();
    try {
      if (!lines.regionMatches(true, 0, "BEGIN:VCALENDAR", 0, "BEGIN:VCALENDAR".length())) {
        throw new UnreadableCalendarException("The response is no calendar");
      }
      new CalendarParserImpl(false).parse(new StringReader(lines), collector);
    } catch (IOException | ParserException invalid) {
      String refusal = collector.refusal;
      throw new UnreadableCalendarException(
          refusal != null ? refusal : "The calendar is not valid iCalendar");
    }
    return new Content(collector.zone, collector.events);
  }

  /** Takes what the parser finds. */
  private static final class Collector implements ContentHandler {
    private final List<List<Property>> events = new ArrayList<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final Map<String, String> parameters = new HashMap<>();
    private List<Property> event = new ArrayList<>();
    private String property = "";
    private @Nullable String zone;
    private @Nullable String refusal;

    private IllegalStateException refuse(String reason) {
      refusal = reason;
      return new IllegalStateException(reason);
    }

    private boolean inEvent() {
      return open.size() == 1 && EVENT.equals(open.peek());
    }

    @Override
    public void startCalendar() {
      open.clear();
    }

    @Override
    public void endCalendar() {
      // The events are kept.
    }

    @Override
    public void startComponent(String name) {
      open.push(name.toUpperCase(Locale.ROOT));
      if (open.size() > DEEPEST) {
        throw refuse("The calendar has components within each other that no schedule has");
      }
      if (inEvent()) {
        if (events.size() == MOST_EVENTS) {
          throw refuse("The calendar has more than " + MOST_EVENTS + " events");
        }
        event = new ArrayList<>();
      }
    }

    @Override
    public void endComponent(String name) {
      if (inEvent()) {
        events.add(event);
      }
      open.poll();
    }

    @Override
    public void startProperty(String name) {
      property = name.toUpperCase(Locale.ROOT);
      parameters.clear();
    }

    @Override
    public void parameter(String name, String value) {
      boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
      parameters.put(
          name.toUpperCase(Locale.ROOT), quoted ? value.substring(1, value.length() - 1) : value);
    }

    @Override
    public void propertyValue(String value) {
      if (inEvent() && KEPT.contains(property)) {
        if (event.size() == MOST_VALUES) {
          throw refuse("An event of the calendar has more than " + MOST_VALUES + " properties");
        }
        event.add(new Property(property, parameters, value));
      } else if (open.isEmpty() && "X-WR-TIMEZONE".equals(property)) {
        zone = value.strip();
      }
    }

    @Override
    public void endProperty(String name) {
      property = "";
    }
  }
}
