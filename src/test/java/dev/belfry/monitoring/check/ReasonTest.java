package dev.belfry.monitoring.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReasonTest {
  @Test
  void numbersAreUnique() {
    assertThat(Arrays.stream(Reason.values()).map(Reason::code)).doesNotHaveDuplicates();
  }

  @Test
  void sentencesAreUnique() {
    assertThat(Arrays.stream(Reason.values()).map(Reason::sentence)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void aStoredNumberIsReadAgain(Reason reason) {
    assertThat(reason.code()).isNotNegative();
    assertThat(Reason.of(reason.code())).isEqualTo(reason);
  }

  @ParameterizedTest
  @EnumSource(value = Reason.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void aPersonCanReadIt(Reason reason) {
    assertThat(reason.sentence()).matches("[A-Z].*[^.]");
  }

  @Test
  void noReasonIsNoSentence() {
    assertThat(Reason.NONE.code()).isZero();
    assertThat(Reason.NONE.sentence()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {99, -1, 32_767})
  void aNumberNobodyKnowsIsNoReason(int code) {
    assertThat(Reason.of(code)).isEqualTo(Reason.NONE);
  }

  @DisplayName("A number is stored for 400 days and more: these never change")
  @ParameterizedTest
  @CsvSource({
    "1, NAME_NOT_FOUND",
    "10, CONNECTION_REFUSED",
    "13, CONNECT_TIMEOUT",
    "22, CERTIFICATE_EXPIRED",
    "30, FIRST_BYTE_TIMEOUT",
    "100, STATUS",
    "101, ASSERTION",
    "102, TOO_SLOW",
    "104, SLOW",
    "105, RESPONSE_CODE",
    "106, NO_RECORD",
    "200, INSTANCE_LOST",
    "204, LOCATION_NOT_COVERED",
    "205, CANCELLED",
    "300, OBSERVER_PAUSED",
  })
  void numbersStay(int code, Reason reason) {
    assertThat(Reason.of(code)).isEqualTo(reason);
  }

  @DisplayName("Hundreds tell what kind of reason it is")
  @ParameterizedTest
  @EnumSource(Reason.class)
  void numbersAreInTheRangeOfTheirKind(Reason reason) {
    int hundred = reason.code() / 100;
    assertThat(hundred).isBetween(0, 3);
    assertThat(reason.name().startsWith("OBSERVER_")).isEqualTo(hundred == 3);
  }
}
