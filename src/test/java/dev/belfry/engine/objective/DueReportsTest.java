package dev.belfry.engine.objective;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which month is reported when. */
class DueReportsTest {
  @ParameterizedTest
  @CsvSource({
    "2026-11-01T00:59:59.999Z, 2026-09",
    "2026-11-01T01:00:00Z,     2026-10",
    "2026-11-30T23:59:59Z,     2026-10",
    "2026-12-01T00:30:00Z,     2026-10",
    "2026-12-01T01:00:00Z,     2026-11",
    "2027-01-01T01:00:00Z,     2026-12",
    "2028-03-01T01:00:00Z,     2028-02",
    "2026-03-29T01:30:00Z,     2026-02",
  })
  void reportsTheLastMonthThatIsOver(Instant now, YearMonth month) {
    assertThat(DueReports.at(now.toEpochMilli()).reported()).isEqualTo(month);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-10, 2026-11-01T01:00:00Z, true",
    "2026-10, 2026-11-20T12:00:00Z, true",
    "2026-10, 2026-11-01T00:00:00Z, false",
    "2026-11, 2026-11-20T12:00:00Z, false",
    "2026-08, 2026-11-20T12:00:00Z, true",
    "2026-12, 2026-11-20T12:00:00Z, false",
  })
  void aChannelIsDueOnceItsMonthIsOver(YearMonth next, Instant now, boolean due) {
    LocalDate before = DueReports.at(now.toEpochMilli()).before();
    assertThat(next.atDay(1).isBefore(before)).isEqualTo(due);
  }
}
