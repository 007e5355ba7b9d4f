package dev.belfry.monitoring.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.error.Violation;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseTimeRulesTest {
  @DisplayName("Wire contract 3.5: degraded <= max")
  @ParameterizedTest(name = "degraded {0} with max {1}")
  @CsvSource({"3000, 5000", "5000, 5000", "0, 0", ", 5000", "30000,", ","})
  void limitsInOrderAreAccepted(@Nullable Double degraded, @Nullable Double max) {
    assertThat(ResponseTimeRules.violations(LimitKind.RESPONSE_TIME, degraded, max)).isEmpty();
  }

  @Test
  void aDegradedLimitAboveTheMaximumIsNamedWithBothValues() {
    assertThat(ResponseTimeRules.violations(LimitKind.RESPONSE_TIME, 5000.5, 5000.0))
        .containsExactly(
            new Violation(
                "/degradedResponseTime",
                "must be between 0 and maxResponseTime, which is 5000 ms, but is 5000.5 ms"));
  }

  @Property
  void twoDifferentLimitsAreAcceptedInOneOrderOnly(
      @ForAll @DoubleRange(max = 30000) double one, @ForAll @DoubleRange(max = 30000) double two) {
    assertThat(
            ResponseTimeRules.violations(
                LimitKind.RESPONSE_TIME, Math.min(one, two), Math.max(one, two)))
        .isEmpty();
    assertThat(
            ResponseTimeRules.violations(
                    LimitKind.RESPONSE_TIME, Math.max(one, two), Math.min(one, two))
                .isEmpty())
        .isEqualTo(one == two);
  }
}
