package dev.belfry.api.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyHeaderTest {
  private final List<Violation> violations = new ArrayList<>();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      textBlock =
          """
          abc                | abc
          "abc"              | abc
          "a\\"b\\\\c"       | a"b\\c
          a"b                | a"b
          ~!@$%^&*()         | ~!@$%^&*()
          """)
  void quotesDoNotMatter(String header, String key) {
    assertThat(IdempotencyKeyHeader.read(List.of(header), violations)).isEqualTo(key);
    assertThat(violations).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\"\"", "\"abc", "abc def", "\"a b\"", "sch\u00f6n", "\"a\\b\""})
  void anythingElseIsNamed(String header) {
    assertThat(IdempotencyKeyHeader.read(List.of(header), violations)).isNull();
    assertThat(violations).extracting(Violation::path).containsExactly("/Idempotency-Key");
  }

  @Test
  void isNeitherTooLongNorSentTwice() {
    assertThat(IdempotencyKeyHeader.read(List.of("x".repeat(255)), violations)).hasSize(255);
    assertThat(violations).isEmpty();
    IdempotencyKeyHeader.read(List.of("x".repeat(256)), violations);
    IdempotencyKeyHeader.read(List.of("a", "a"), violations);
    assertThat(violations).hasSize(2);
  }
}
