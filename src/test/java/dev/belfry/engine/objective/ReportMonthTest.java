package dev.belfry.engine.objective;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.YearMonth;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportMonthTest {
  private static ReportMonth month(@Nullable String named, String now) {
    return ReportMonth.of(Optional.ofNullable(named), Instant.parse(now).toEpochMilli());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-02, 2026-03-13T09:12:00Z, 2026-02-01T00:00:00Z, 2026-03-01T00:00:00Z, true",
    "2024-02, 2026-03-13T09:12:00Z, 2024-02-01T00:00:00Z, 2024-03-01T00:00:00Z, true",
    "2026-02, 2026-03-01T00:00:00Z, 2026-02-01T00:00:00Z, 2026-03-01T00:00:00Z, true",
    "2026-02, 2026-02-28T23:59:59Z, 2026-02-01T00:00:00Z, 2026-02-28T23:59:59Z, false",
    "2026-12, 2026-02-28T23:59:59Z, 2026-12-01T00:00:00Z, 2026-12-01T00:00:00Z, false",
  })
  void endsWithTheMonthOrNow(String named, String now, String from, String to, boolean complete) {
    ReportMonth month = month(named, now);
    assertThat(Instant.ofEpochMilli(month.from())).isEqualTo(Instant.parse(from));
    assertThat(Instant.ofEpochMilli(month.to())).isEqualTo(Instant.parse(to));
    assertThat(month.isComplete()).isEqualTo(complete);
  }

  @Test
  void theWholeMonthIsOver() {
    assertThat(ReportMonth.whole(YearMonth.of(2026, 2)))
        .isEqualTo(month("2026-02", "2026-03-01T00:00:00Z"));
  }

  @Test
  void isTheLastOneUnlessNamed() {
    assertThat(month(null, "2026-01-01T00:00:00Z").month()).hasToString("2025-12");
    assertThat(month(null, "2026-03-31T23:00:00Z").month()).hasToString("2026-02");
    assertThat(month("2024-02", "2026-03-31T23:00:00Z").days()).isEqualTo(29);
  }
}
