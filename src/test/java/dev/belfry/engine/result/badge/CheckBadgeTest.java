package dev.belfry.engine.result.badge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.Verdict;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckBadgeTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "true,  PASSED,         5000, passing | 5 ms",
        "true,  DEGRADED,       -,    degraded",
        "true,  FAILED,         400,  failing | 0 ms",
        "true,  OBSERVER_FAULT, 400,  unknown",
        "true,  -,              400,  unknown",
        "false, FAILED,         400,  paused"
      })
  void saysHowItIs(boolean active, Verdict verdict, Integer micros, String message) {
    assertThat(CheckBadge.of("x", active, verdict, micros).message()).isEqualTo(message);
  }
}
