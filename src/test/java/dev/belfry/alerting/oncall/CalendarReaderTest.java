package dev.belfry.alerting.oncall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.alerting.oncall.CalendarReader.Content;
import dev.belfry.alerting.oncall.CalendarReader.Property;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is kept of a calendar, and what is refused. */
class CalendarReaderTest {
  private static Content read(String content) throws UnreadableCalendarException {
    return CalendarReader.read(
        "BEGIN:VCALENDAR\nVERSION:2.0\n" + content.replace("|", "\n") + "\nEND:VCALENDAR\n");
  }

  private static List<String> names(String event) throws UnreadableCalendarException {
    return read("BEGIN:VEVENT|" + event + "|END:VEVENT").events().get(0).stream()
        .map(Property::name)
        .toList();
  }

  @Test
  void thePropertiesOfEventsAreKeptAndNoneOfTheirAlarms() throws UnreadableCalendarException {
    assertThat(
            names(
                "UID:1|SUMMARY:Ada|LOCATION:x|BEGIN:VALARM|SUMMARY:Call|END:VALARM"
                    + "|STATUS:CONFIRMED"))
        .containsExactly("UID", "SUMMARY", "STATUS");
    assertThat(read("BEGIN:VJOURNAL|UID:1|END:VJOURNAL").events()).isEmpty();
  }

  @Test
  void namesOfPropertiesAreComparedWithoutCase() throws UnreadableCalendarException {
    Content content = read("BEGIN:VEVENT|summary;language=en:Ada|END:VEVENT");
    assertThat(content.events()).hasSize(1);
    Property property = content.events().get(0).get(0);
    assertThat(property.name()).isEqualTo("SUMMARY");
    assertThat(property.parameter("LANGUAGE")).isEqualTo("en");
    assertThat(property.value()).isEqualTo("Ada");
  }

  @ParameterizedTest
  @CsvSource({"'\"Ada, B\"', 'Ada, B'", "'\"A\"', A", "A, A"})
  void theQuotesOfAParameterAreLeftOut(String written, String value)
      throws UnreadableCalendarException {
    Property property =
        read("BEGIN:VEVENT|ATTENDEE;CN=" + written + ":mailto:a@e.org|END:VEVENT")
            .events()
            .get(0)
            .get(0);
    assertThat(property.parameter("CN")).isEqualTo(value);
  }

  @Test
  void theZoneIsThatOfTheCalendar() throws UnreadableCalendarException {
    assertThat(read("X-WR-TIMEZONE: Europe/Berlin |BEGIN:VEVENT|UID:1|END:VEVENT").zone())
        .isEqualTo("Europe/Berlin");
    assertThat(read("BEGIN:VEVENT|UID:1|X-WR-TIMEZONE:Europe/Berlin|END:VEVENT").zone()).isNull();
  }

  @Test
  void blanksAroundTheCalendarDoNotMatter() throws UnreadableCalendarException {
    String padded = "\n\n BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n \n";
    assertThat(CalendarReader.read(padded).events()).isEmpty();
  }

  @Test
  void anEventHasABoundedNumberOfProperties() throws UnreadableCalendarException {
    String most = "RDATE:20260101T000000Z|".repeat(999) + "UID:1";
    assertThat(names(most)).hasSize(1_000);
    assertThatThrownBy(() -> names(most + "|SUMMARY:Ada"))
        .isInstanceOf(UnreadableCalendarException.class)
        .hasMessageContaining("more than 1000 properties");
  }

  @Test
  void componentsHaveABoundedDepth() throws UnreadableCalendarException {
    assertThat(read(nested(5)).events()).isEmpty();
    assertThatThrownBy(() -> read(nested(6)))
        .isInstanceOf(UnreadableCalendarException.class)
        .hasMessageContaining("within each other");
  }

  private static String nested(int depth) {
    return "BEGIN:X-A|".repeat(depth) + "X-B:1" + "|END:X-A".repeat(depth);
  }
}
