package dev.belfry.alerting.oncall;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Spliterator;
import java.util.TreeMap;
import net.fortuna.ical4j.model.Recur;
import org.jspecify.annotations.Nullable;

/**
 * When an event recurs (RFC 5545, 3.3.10). Refuses rules that make more occurrences in a short time
 * than people change shifts; {@link ExpansionBudget} bounds the rest.
 *
 * @param rule without its end
 * @param until the last begin, null for none
 * @param isCounted whether the rule ends after a number of occurrences
 */
record RecurrenceRule(Recur<LocalDateTime> rule, @Nullable EventTime until, boolean isCounted) {
  private static final int LONGEST = 500;
  private static final int MOST_PER_DAY = 48;
  private static final List<String> FREQUENCIES =
      List.of("HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY");

  /** Reads the rule of an event that starts at a time. */
  static RecurrenceRule parse(String text, EventTime start) throws UnreadableCalendarException {
    if (text.length() > LONGEST) {
      throw new UnreadableCalendarException("An event has a rule of more than 500 characters");
    }
    Map<String, String> parts = new TreeMap<>();
    for (String part : text.strip().toUpperCase(Locale.ROOT).split(";", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        parts.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    if (!FREQUENCIES.contains(parts.getOrDefault("FREQ", ""))) {
      throw new UnreadableCalendarException(
          "An event recurs by the minute or second, or by an unknown rule");
    }
    if (parts.containsKey("BYSECOND")
        || size(parts, "BYHOUR") * size(parts, "BYMINUTE") > MOST_PER_DAY) {
      throw new UnreadableCalendarException("An event recurs too often within a day");
    }
    for (String number : List.of("INTERVAL", "COUNT")) {
      if (!parts.getOrDefault(number, "1").matches("[1-9][0-9]{0,5}")) {
        throw new UnreadableCalendarException("An event recurs by an invalid rule");
      }
    }
    String until = parts.remove("UNTIL");
    StringBuilder rule = new StringBuilder();
    parts.forEach(
        (name, value) ->
            rule.append(rule.isEmpty() ? "" : ";").append(name).append('=').append(value));
    try {
      return new RecurrenceRule(
          new Recur<>(rule.toString()),
          until == null ? null : end(EventTime.parse(until, null, start.zone())),
          parts.containsKey("COUNT"));
    } catch (RuntimeException invalid) {
      throw new UnreadableCalendarException("An event recurs by an invalid rule");
    }
  }

  /** A date as the end of a rule means the whole day. */
  private static EventTime end(EventTime until) {
    return until.isDate() ? until.at(until.local().plusDays(1).minusSeconds(1)) : until;
  }

  private static int size(Map<String, String> parts, String name) {
    String list = parts.get(name);
    return list == null ? 1 : (int) Arrays.stream(list.split(",", -1)).distinct().count();
  }

  /**
   * The begins between two local times.
   *
   * @param budget pays for every step
   */
  List<EventTime> begins(
      EventTime start, LocalDateTime from, LocalDateTime to, ExpansionBudget budget)
      throws UnreadableCalendarException {
    List<EventTime> begins = new ArrayList<>();
    budget.requireTime();
    if (from.isAfter(to) || (until != null && until.millis() < start.millis())) {
      return begins;
    }
    // What comes before counts where the rule has a number of occurrences.
    LocalDateTime first =
        isCounted || from.isBefore(start.local()) ? start.local() : from.minusDays(1);
    Spliterator<LocalDateTime> occurrences =
        rule.getDatesAsStream(start.local(), first, to, Integer.MAX_VALUE).spliterator();
    boolean[] over = new boolean[1];
    while (!over[0]
        && budget.step()
        && occurrences.tryAdvance(
            local -> {
              EventTime begin = start.at(local);
              over[0] = until != null && begin.millis() > until.millis();
              if (!over[0] && !local.isBefore(from)) {
                begins.add(begin);
              }
            })) {
      if (begins.size() > ShiftExpansion.MOST_SHIFTS) {
        return begins;
      }
    }
    return begins;
  }
}
