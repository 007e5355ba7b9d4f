package dev.belfry.alerting.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeFormatTest {
  private static final Instant TIME = Instant.parse("2026-11-28T22:15:30Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      nullValues = "-",
      value = {
        "-; -; 28 November 2026, 22:15:30 UTC",
        "UTC; -; 28 November 2026, 22:15:30 UTC",
        "Europe/Berlin; -; 28 November 2026, 23:15:30 (Europe/Berlin)",
        "No/Where; -; 28 November 2026, 22:15:30 UTC",
        "Europe/Berlin; de; 28. November 2026, 23:15:30 (Europe/Berlin)",
        "-; en-US; November 28, 2026, 10:15:30 PM UTC",
        "-; en-GB; 28 November 2026, 22:15:30 UTC"
      })
  void writesATimeAsItsReaderReadsIt(
      @Nullable String zone, @Nullable String language, String text) {
    // Newer versions of Java write words between date and time.
    assertThat(TimeFormat.of(zone, language).time(TIME).replaceAll(" (at|um) ", ", "))
        .isEqualToNormalizingWhitespace(text);
  }
}
