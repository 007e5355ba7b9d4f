package dev.belfry.alerting.oncall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shifts of calendars, honest and hostile. */
class ShiftExpansionTest {
  private static final String NOW = "2026-03-20T12:00:00Z";

  static String calendar(String... events) {
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\n"
        + List.of(events).stream()
            .map(event -> "BEGIN:VEVENT\r\n" + event.replace("|", "\r\n") + "\r\nEND:VEVENT\r\n")
            .collect(Collectors.joining())
        + "END:VCALENDAR\r\n";
  }

  private static ShiftExpansion expand(String calendar) throws UnreadableCalendarException {
    return ShiftExpansion.of(calendar, null, Instant.parse(NOW).toEpochMilli(), System::nanoTime);
  }

  private static List<String> shifts(String calendar) throws UnreadableCalendarException {
    return expand(calendar).shifts().stream()
        .map(
            shift ->
                shift.name()
                    + " "
                    + Instant.ofEpochMilli(shift.begins())
                    + " "
                    + Instant.ofEpochMilli(shift.ends()))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      textBlock =
          """
          DTSTART:20260321T080000Z|DTEND:20260321T160000Z ! 2026-03-21T08:00:00Z 2026-03-21T16:00:00Z ! UTC
          DTSTART:20260321T080000Z|DURATION:PT8H ! 2026-03-21T08:00:00Z 2026-03-21T16:00:00Z ! DURATION
          DTSTART;VALUE=DATE:20260321 ! 2026-03-21T00:00:00Z 2026-03-22T00:00:00Z ! a day
          DTSTART;VALUE=DATE:20260321|DURATION:P1W ! 2026-03-21T00:00:00Z 2026-03-28T00:00:00Z ! a week
          DTSTART;TZID=Europe/Berlin:20260321T090000|DTEND;TZID=Europe/Berlin:20260322T090000 ! 2026-03-21T08:00:00Z 2026-03-22T08:00:00Z ! winter
          DTSTART;TZID=Europe/Berlin:20260328T090000|DTEND;TZID=Europe/Berlin:20260329T090000 ! 2026-03-28T08:00:00Z 2026-03-29T07:00:00Z ! an hour is skipped within
          DTSTART;TZID=Europe/Berlin:20260329T023000|DTEND;TZID=Europe/Berlin:20260329T090000 ! 2026-03-29T01:00:00Z 2026-03-29T07:00:00Z ! begins in the gap
          DTSTART;TZID="W. Europe Standard Time":20260321T090000|DURATION:PT1H ! 2026-03-21T08:00:00Z 2026-03-21T09:00:00Z ! a name of Windows
          DTSTART;TZID=/example.com/20250101/America/New_York:20260321T090000|DURATION:PT1H ! 2026-03-21T13:00:00Z 2026-03-21T14:00:00Z ! a name with its maker
          DTSTART;TZID=America/New_York:20260321T090000|DTEND;TZID=Europe/Berlin:20260321T150000 ! 2026-03-21T13:00:00Z 2026-03-21T14:00:00Z ! two zones
          """)
  void timesAreThoseOfTheirZone(String event, String times, String name)
      throws UnreadableCalendarException {
    assertThat(shifts(calendar("UID:1|SUMMARY:Ada|" + event)))
        .as(name)
        .containsExactly("Ada " + times);
  }

  @Test
  void aWeeklyHandOverKeepsItsTimeOnTheClockWhenTheClocksChange()
      throws UnreadableCalendarException {
    String zoned = "UID:%s|SUMMARY:%s|DTSTART;TZID=Europe/Berlin:%s|DTEND;TZID=Europe/Berlin:%s|%s";
    String rule = "RRULE:FREQ=WEEKLY;INTERVAL=2";
    assertThat(
            shifts(
                    calendar(
                        zoned.formatted("a", "Ada", "20260105T090000", "20260112T090000", rule),
                        zoned.formatted("b", "Bob", "20260112T090000", "20260119T090000", rule)))
                .subList(0, 4))
        .containsExactly(
            "Ada 2026-03-16T08:00:00Z 2026-03-23T08:00:00Z",
            "Bob 2026-03-23T08:00:00Z 2026-03-30T07:00:00Z",
            "Ada 2026-03-30T07:00:00Z 2026-04-06T07:00:00Z",
            "Bob 2026-04-06T07:00:00Z 2026-04-13T07:00:00Z");
    assertThat(
            ShiftExpansion.of(
                    calendar(
                        zoned.formatted("a", "Ada", "20261019T090000", "20261026T090000", rule)),
                    null,
                    Instant.parse("2026-10-20T00:00:00Z").toEpochMilli(),
                    System::nanoTime)
                .shifts()
                .get(0)
                .ends())
        .as("the hour that comes twice")
        .isEqualTo(Instant.parse("2026-10-26T08:00:00Z").toEpochMilli());
  }

  @Test
  void changedCancelledAndLeftOutOccurrencesAreNotOnCall() throws UnreadableCalendarException {
    assertThat(
            shifts(
                calendar(
                    "UID:1|SUMMARY:Ada|DTSTART:20260320T000000Z|DURATION:P1D"
                        + "|RRULE:FREQ=DAILY;COUNT=6|EXDATE:20260322T000000Z|RDATE:20260401T000000Z",
                    "UID:1|SUMMARY:Bob|RECURRENCE-ID:20260321T000000Z|DTSTART:20260321T060000Z"
                        + "|DURATION:PT1H",
                    "UID:1|SUMMARY:Ada|RECURRENCE-ID:20260323T000000Z|DTSTART:20260323T000000Z"
                        + "|DURATION:P1D|STATUS:CANCELLED",
                    "UID:2|SUMMARY:Eve|DTSTART:20260321T000000Z|DURATION:P1D|STATUS:CANCELLED")))
        .containsExactly(
            "Ada 2026-03-20T00:00:00Z 2026-03-21T00:00:00Z",
            "Bob 2026-03-21T06:00:00Z 2026-03-21T07:00:00Z",
            "Ada 2026-03-24T00:00:00Z 2026-03-25T00:00:00Z",
            "Ada 2026-03-25T00:00:00Z 2026-03-26T00:00:00Z",
            "Ada 2026-04-01T00:00:00Z 2026-04-02T00:00:00Z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      textBlock =
          """
          FREQ=DAILY;UNTIL=20260323 ! 4
          FREQ=DAILY;UNTIL=20260323T000000Z ! 4
          FREQ=DAILY;UNTIL=20260322T235959 ! 3
          FREQ=WEEKLY;BYDAY=MO,TU;COUNT=4 ! 4
          FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30 ! 0
          FREQ=DAILY ! 90
          """)
  void rulesEnd(String rule, int count) throws UnreadableCalendarException {
    assertThat(
            shifts(
                calendar("UID:1|SUMMARY:Ada|DTSTART:20260320T000000Z|DURATION:PT1H|RRULE:" + rule)))
        .as(rule)
        .hasSizeBetween(count, count + 1);
  }

  @Test
  void personsAreAttendeesOrElseTheTitle() throws UnreadableCalendarException {
    List<Shift> shifts =
        expand(
                calendar(
                    "UID:1|SUMMARY:First line\\, Berlin|DTSTART:20260320T000000Z|DURATION:P1D"
                        + "|ATTENDEE;CN=\"Lovelace; Ada\";PARTSTAT=ACCEPTED:mailto:Ada@Example.org"
                        + "|ATTENDEE:MAILTO:bob@example.org"
                        + "|ATTENDEE;PARTSTAT=DECLINED:mailto:no@example.org"
                        + "|ATTENDEE;CUTYPE=ROOM:mailto:room@example.org"))
            .shifts();
    assertThat(shifts).extracting(Shift::name).containsExactly("Lovelace; Ada", "bob@example.org");
    assertThat(shifts.get(0).keys())
        .containsExactly("lovelace; ada", "ada@example.org", "first line, berlin");
  }

  @Test
  void foldedLinesBareLineEndsAndOtherComponentsAreRead() throws UnreadableCalendarException {
    assertThat(
            shifts(
                """
                BEGIN:VCALENDAR
                X-WR-TIMEZONE:Europe/Berlin
                BEGIN:VTIMEZONE
                TZID:Own
                BEGIN:STANDARD
                DTSTART:16011028T030000
                RRULE:FREQ=SECONDLY
                END:STANDARD
                END:VTIMEZONE

                BEGIN:VEVENT
                SUMMARY:A
                 da
                DTSTART:20260321T090000
                DTEND:20260321T100000
                BEGIN:VALARM
                SUMMARY:no
                END:VALARM
                END:VEVENT
                END:VCALENDAR"""))
        .containsExactly("Ada 2026-03-21T08:00:00Z 2026-03-21T09:00:00Z");
    assertThat(
            ShiftExpansion.of(
                    calendar("SUMMARY:Ada|DTSTART:20260321T090000|DURATION:PT1H"),
                    ZoneId.of("Asia/Tokyo"),
                    Instant.parse(NOW).toEpochMilli(),
                    System::nanoTime)
                .shifts()
                .get(0)
                .begins())
        .isEqualTo(Instant.parse("2026-03-21T00:00:00Z").toEpochMilli());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      textBlock =
          """
          RRULE:FREQ=SECONDLY ! by the minute or second
          RRULE:FREQ=MINUTELY;COUNT=999999 ! by the minute or second
          RRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7;BYMINUTE=0,1,2,3,4,5,6 ! too often
          RRULE:FREQ=DAILY;BYSECOND=1,2 ! too often
          RRULE:FREQ=DAILY;INTERVAL=0 ! invalid rule
          RRULE:FREQ=DAILY;COUNT=99999999 ! invalid rule
          RRULE:FREQ=DAILY;BYDAY=XX ! invalid rule
          RRULE:nonsense ! unknown rule
          EXRULE:FREQ=DAILY ! EXRULE
          RDATE:20260321T000000Z/PT1H ! a period
          RDATE:tomorrow ! invalid date
          DTEND:20270320T000000Z ! longer than
          """)
  void whatNoScheduleNeedsIsRefused(String property, String reason) {
    assertThatThrownBy(
            () ->
                expand(calendar(property + "|DTSTART:20260320T000000Z|DURATION:PT1H|SUMMARY:Ada")))
        .isInstanceOf(UnreadableCalendarException.class)
        .hasMessageContaining(reason);
  }

  @Test
  @Timeout(20)
  void hugeCalendarsEndSoon() {
    String rule = "SUMMARY:Ada|DURATION:PT1H|DTSTART:19900101T000000Z|RRULE:FREQ=HOURLY";
    String[] many = IntStream.range(0, 2_000).mapToObj(n -> rule).toArray(String[]::new);
    assertThatThrownBy(() -> expand(calendar(many))).hasMessageContaining("too long to expand");
    assertThatThrownBy(() -> expand(calendar(rule + ";COUNT=999999")))
        .as("every occurrence counts")
        .hasMessageContaining("too long to expand");
    assertThatThrownBy(
            () ->
                expand(
                    calendar(
                        IntStream.range(0, 2_001).mapToObj(n -> "UID:1").toArray(String[]::new))))
        .hasMessageContaining("more than 2000 events");
    assertThatThrownBy(
            () ->
                expand(
                    "BEGIN:VCALENDAR\nX-A:b\n"
                        + "BEGIN:VEVENT\nUID:1\n".repeat(30_000)
                        + "END:VCALENDAR"))
        .hasMessageContaining("within each other");
  }

  @Test
  void manyShiftsAreCutAtAWholeMoment() throws UnreadableCalendarException {
    ShiftExpansion cut =
        expand(
            calendar(
                "SUMMARY:Ada|DURATION:PT1H|DTSTART:20260320T000000Z|RRULE:FREQ=HOURLY",
                "SUMMARY:Bob|DURATION:PT1H|DTSTART:20260320T000000Z|RRULE:FREQ=HOURLY"));
    assertThat(cut.shifts()).hasSize(1_000);
    assertThat(cut.until()).isEqualTo(cut.shifts().get(999).ends());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      textBlock =
          """
          <html>no</html> ! no calendar
          BEGIN:VCALENDAR ! not valid
          BEGIN:VCALENDAR|BEGIN:VEVENT|DTSTART ! not valid
          BEGIN:VCALENDAR|VERSION:2.0|BEGIN:VEVENT|END:VJOURNAL|END:VCALENDAR ! not valid
          """)
  void otherTextIsNoCalendar(String text, String reason) {
    assertThatThrownBy(() -> expand(text.replace("|", "\n"))).hasMessageContaining(reason);
  }

  @Test
  void theRosterOfAMomentHasWhoIsOnCallAndWhoIsNext() {
    List<Shift> shifts =
        List.of(
            new Shift(0, 10, "Ada", null, "x"),
            new Shift(5, 10, "Bob", null, "x"),
            new Shift(10, 20, "Eve", null, "x"));
    assertThat(Shift.Roster.of(shifts, 5).now())
        .extracting(Shift::name)
        .containsExactly("Ada", "Bob");
    assertThat(Shift.Roster.of(shifts, 5).next()).extracting(Shift::name).containsExactly("Eve");
    assertThat(Shift.Roster.of(shifts, 20)).isEqualTo(new Shift.Roster(List.of(), List.of()));
    assertThat(Shift.Roster.of(shifts, -1).next()).extracting(Shift::name).containsExactly("Ada");
  }
}
