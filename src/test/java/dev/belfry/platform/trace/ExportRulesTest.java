package dev.belfry.platform.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExportRulesTest {
  @ParameterizedTest
  @CsvSource({
    "199, false, false",
    "200, true, false",
    "299, true, false",
    "300, false, false",
    "202, true, false",
    "302, false, false",
    "400, false, false",
    "401, false, false",
    "404, false, false",
    "429, false, true",
    "500, false, false",
    "502, false, true",
    "503, false, true",
    "504, false, true"
  })
  void followsTheTableOfOtlp(int status, boolean accepted, boolean temporary) {
    assertThat(ExportRules.isAccepted(status)).isEqualTo(accepted);
    assertThat(ExportRules.isTemporary(status)).isEqualTo(temporary);
  }

  @ParameterizedTest
  @CsvSource({
    "1, , 1",
    "2, , 2",
    "3, , 4",
    "5, , 16",
    "6, , 30",
    "65, , 30",
    "1000, , 30",
    "1, 0, 0",
    "9, 7, 7",
    "1, 3600, 60"
  })
  void pausesLongerEachTimeUnlessTheCollectorSaysHowLong(
      int failures, @Nullable Long asked, long seconds) {
    assertThat(ExportRules.pause(failures, asked == null ? null : Duration.ofSeconds(asked)))
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @CsvSource({"7, 7", "' 12 ', 12", "-1, ", "1.5, ", "'Fri, 27 Nov 2026 08:00:00 GMT', ", " , "})
  void readsRetryAfter(@Nullable String header, @Nullable Long seconds) {
    assertThat(ExportRules.retryAfter(header))
        .isEqualTo(seconds == null ? null : Duration.ofSeconds(seconds));
  }
}
