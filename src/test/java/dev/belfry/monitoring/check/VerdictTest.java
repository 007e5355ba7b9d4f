package dev.belfry.monitoring.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {
  @DisplayName("The stored numbers, and whether a verdict says something about the target")
  @ParameterizedTest
  @CsvSource({
    "PASSED, 0, true",
    "DEGRADED, 1, true",
    "FAILED, 2, true",
    "OBSERVER_FAULT, 3, false",
    "MISSED, 4, false",
  })
  void numbersStay(Verdict verdict, short code, boolean conclusive) {
    assertThat(verdict.code()).isEqualTo(code);
    assertThat(Verdict.of(code)).isEqualTo(verdict);
    assertThat(verdict.isConclusive()).isEqualTo(conclusive);
    assertThat(Verdict.values()).hasSize(5);
  }

  @Test
  void aNumberNobodyKnowsIsRefused() {
    assertThatThrownBy(() -> Verdict.of(5)).isInstanceOf(ArrayIndexOutOfBoundsException.class);
  }
}
