package dev.belfry.monitoring.assertion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegexCutTest {
  private static final Duration SOON = Duration.ofSeconds(5);

  @ParameterizedTest(name = "{0} in {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          v(\\d+)        | SSH v12 v13     | 12
          \\d+           | SSH v12 v13     | 12
          (a)(b)         | xab             | a
          (?:a)b         | xab             | ab
          a(b)?          | ac              |
          x              | abc             |
          ^$             | ``              | ``
          (?i)READY      | Ready.          | Ready
          """)
  void cutsTheFirstGroupOrTheWholeMatch(String regex, String text, @Nullable String part)
      throws AssertionFault {
    assertThat(RegexCut.of(regex, text)).isEqualTo(part);
  }

  @Test
  void matchesLinesWhenAskedTo() throws AssertionFault {
    assertThat(RegexCut.of("(?m)^two$", "one\ntwo\nthree")).isEqualTo("two");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(a+)+$", "(a|aa)+$", "(.*a){20}$", "(a*)*b", "(a|a)*b", "a*a*a*a*a*b"})
  void anExpressionThatRunsAwayElsewhereEndsAtOnce(String regex) {
    String text = "a".repeat(10_240) + "!";
    Assertions.assertTimeoutPreemptively(SOON, () -> assertThat(RegexCut.of(regex, text)).isNull());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((a{1000}){1000}){1000}",
        "(((x{100}){100}){100}){100}",
        "((a{0,1000}){0,1000}){0,1000}",
        "([a]{1000}){1000}",
        "([]{1}a]{1000}){1000}",
        "(\\Q[\\E{1000}){1000}",
        "([^]]{1000}){1000}",
        "((?:\\d{900,}){900,}){900,}",
        "([[:alpha:](]{1000}){1000}",
        "(((((a{1000}){1000}"
      })
  void anExpressionThatWouldFillTheMemoryIsNotCompiled(String regex) {
    Assertions.assertTimeoutPreemptively(
        SOON,
        () ->
            assertThatThrownBy(() -> RegexCut.of(regex, "a"))
                .isInstanceOf(AssertionFault.class)
                .hasMessage("The regular expression is too long or repeats too much"));
  }

  @Test
  void anExpressionThatTakesLongForALongTextIsRefused() throws AssertionFault {
    String large = "(?:abcdefghij){400}";
    assertThat(RegexCut.of(large, "abcdefghij".repeat(400))).hasSize(4_000);
    assertThatThrownBy(() -> RegexCut.of(large, "a".repeat(100_000)))
        .isInstanceOf(AssertionFault.class)
        .hasMessage("The regular expression is too complex for so long a text");
    assertThat(RegexCut.of("a(b)", "a".repeat(900_000) + "b")).isEqualTo("b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[a", "a**", "(?=a)", "\\1", "a{1001}", "(?<=x)y", "*"})
  void aWrongExpressionSaysWhatIsWrong(String regex) {
    assertThatThrownBy(() -> RegexCut.of(regex, "a"))
        .isInstanceOf(AssertionFault.class)
        .hasMessageStartingWith("The regular expression is not valid: ");
  }

  @Test
  void aLongExpressionIsRefusedAndADeepOneIsNot() throws AssertionFault {
    assertThatThrownBy(() -> RegexCut.of("a".repeat(2_049), "a"))
        .isInstanceOf(AssertionFault.class);
    String deep = "(".repeat(900) + "a" + ")".repeat(900);
    assertThat(RegexCut.of(deep, "xa")).isEqualTo("a");
  }

  @Property(tries = 2_000)
  void anyExpressionEndsInAPartOrAFault(
      @ForAll("expressions") String regex, @ForAll("texts") String text) {
    Assertions.assertTimeoutPreemptively(
        SOON,
        () -> {
          try {
            String part = RegexCut.of(regex, text);
            assertThat(part == null || text.contains(part)).isTrue();
          } catch (AssertionFault fault) {
            assertThat(fault.getMessage()).startsWith("The regular expression ");
          }
        });
  }

  @Provide
  Arbitrary<String> expressions() {
    return Arbitraries.of(
            "a", "b", "(", ")", "[", "]", "^", "$", "*", "+", "?", "|", "\\", "{9}", "{2,}", ".",
            "(?i)", "\\Q", "\\E", "[^", "-", "{1000}", "(?:", "\\d")
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings().withChars("ab1 \n").ofMaxLength(200);
  }
}
