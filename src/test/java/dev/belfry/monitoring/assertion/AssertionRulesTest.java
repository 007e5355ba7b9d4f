package dev.belfry.monitoring.assertion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.Comparison;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AssertionRulesTest {
  private static AssertionRules.Values answer(int status, int millis, String data) {
    return (source, property) ->
        switch (source) {
          case STATUS_CODE -> IntNode.valueOf(status);
          case RESPONSE_TIME -> IntNode.valueOf(millis);
          default -> property.isEmpty() ? TextNode.valueOf(data) : JsonPaths.read(data, property);
        };
  }

  private static AssertionOutcome data(
      String data, String property, @Nullable String regex, Comparison comparison, String target) {
    Assertion assertion =
        new Assertion(AssertionSource.RESPONSE_DATA, comparison, target, property, regex);
    List<AssertionOutcome> outcomes =
        AssertionRules.evaluate(List.of(assertion), data.length(), answer(200, 10, data));
    assertThat(outcomes).hasSize(1);
    return outcomes.get(0);
  }

  private static AssertionOutcome measured(
      AssertionSource source, @Nullable String regex, Comparison comparison, String target) {
    return AssertionRules.evaluate(
            List.of(new Assertion(source, comparison, target, "", regex)), 0, answer(503, 312, ""))
        .get(0);
  }

  @ParameterizedTest(name = "{0} at {1} cut by {2}: {3} {4} is {5}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          220 mail ready   | ``    |              | CONTAINS     | ready | true
          220 mail ready   | ``    | ^(\\d+)      | EQUALS       | 220   | true
          220 mail ready   | ``    | ^(\\d+)      | LESS_THAN    | 221   | true
          220 mail ready   | ``    | ^(\\d+)      | GREATER_THAN | 220   | false
          220 mail ready   | ``    | nothing      | IS_NULL      | ``    | true
          220 mail ready   | ``    | nothing      | NOT_EQUALS   | x     | true
          220 mail ready   | $.a   |              | IS_NULL      | ``    | true
          {"v":"1.2","n":7} | $.v  |              | EQUALS       | 1.2   | true
          {"v":"1.2","n":7} | $.v  | \\.(\\d)     | EQUALS       | 2     | true
          {"v":"1.2","n":7} | $.n  |              | EQUALS       | 7.0   | true
          {"v":"1.2","n":7} | $.n  | \\d          | EQUALS       | 7     | true
          {"v":"1.2","n":7} | ``   |              | HAS_KEY      | v     | true
          {"v":"1.2","n":7} | ``   |              | HAS_VALUE    | 7     | true
          {"v":"1.2","n":7} | $.x  | .*           | IS_NULL      | ``    | true
          """)
  void aPropertyComesFirstThenTheExpressionThenTheComparison(
      String data,
      String property,
      @Nullable String regex,
      Comparison comparison,
      String target,
      boolean holds) {
    AssertionOutcome outcome = data(data, property, regex, comparison, target);
    assertThat(outcome.passed()).as(outcome.message()).isEqualTo(holds);
    assertThat(outcome.error()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``   | (    | The response data was not compared: The regular expression is not valid: missing closing )
          $[   |      | The response data at "$[" was not compared: The JSONPath is not valid
          """)
  void whatCannotBeEvaluatedFailsAndSaysWhy(
      String property, @Nullable String regex, String message) {
    for (Comparison comparison : Comparison.values()) {
      AssertionOutcome outcome = data("{}", property, regex, comparison, "x");
      assertThat(outcome.passed()).isFalse();
      assertThat(outcome.actual().isNull()).isTrue();
      assertThat(outcome.message()).startsWith(message);
    }
  }

  @Test
  void numbersOfTheResultAreNotCut() {
    assertThat(measured(AssertionSource.STATUS_CODE, "(", Comparison.EQUALS, "503").passed())
        .isTrue();
    assertThat(measured(AssertionSource.RESPONSE_TIME, "9", Comparison.LESS_THAN, "313").passed())
        .isTrue();
  }

  @Test
  void withoutAComparisonThereIsNothingToHold() {
    Assertion empty = new Assertion(AssertionSource.RESPONSE_DATA, null, "x", "$[", "(");
    assertThat(AssertionRules.evaluate(List.of(empty), 0, answer(200, 1, ""))).isEmpty();
    assertThat(AssertionRules.evaluate(List.of(), 0, answer(200, 1, ""))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          CONTAINS      | abc | to contain "abc"
          NOT_CONTAINS  | xyz | not to contain "xyz"
          EQUALS        | abc | to equal "abc"
          NOT_EQUALS    | xyz | not to equal "xyz"
          LESS_THAN     | 3   | to be less than "3"
          GREATER_THAN  | 3   | to be greater than "3"
          HAS_KEY       | k   | to have the key "k"
          NOT_HAS_KEY   | k   | not to have the key "k"
          HAS_VALUE     | v   | to have the value "v"
          NOT_HAS_VALUE | v   | not to have the value "v"
          IS_EMPTY      | ``  | to be empty
          NOT_EMPTY     | ``  | not to be empty
          IS_NULL       | ``  | to be null
          NOT_NULL      | ``  | not to be null
          """)
  void aMessageNamesWhatWasExpectedAndWhatCame(
      Comparison comparison, String target, String expected) {
    assertThat(data("xyz", "", null, comparison, target).message())
        .isEqualTo("The response data was \"xyz\", expected " + expected);
  }

  @Test
  void aMessageNamesTheSourceAndItsPart() {
    assertThat(measured(AssertionSource.STATUS_CODE, null, Comparison.EQUALS, "200").message())
        .isEqualTo("The status code was 503, expected to equal \"200\"");
    assertThat(measured(AssertionSource.RESPONSE_TIME, null, Comparison.LESS_THAN, "300").message())
        .isEqualTo("The response time was 312 ms, expected to be less than \"300\"");
    assertThat(data("{\"a\":[1]}", "$.a", null, Comparison.IS_EMPTY, "").message())
        .isEqualTo("The response data at \"$.a\" was \"[1]\", expected to be empty");
    assertThat(data("{}", "$.a", null, Comparison.NOT_NULL, "").message())
        .isEqualTo("The response data at \"$.a\" had no value, expected not to be null");
    assertThat(data("abc", "", "v\\d", Comparison.NOT_NULL, "").message())
        .isEqualTo("The response data had no match of \"v\\d\", expected not to be null");
    assertThat(data("x".repeat(5_000), "", null, Comparison.IS_EMPTY, "").message())
        .isEqualTo("The response data was \"" + "x".repeat(200) + "...\", expected to be empty");
  }

  @Test
  void theActualValueIsKeptWithItsKind() {
    assertThat(data("{\"a\":7}", "$.a", null, Comparison.EQUALS, "7").actual())
        .isEqualTo(IntNode.valueOf(7));
    assertThat(data("{\"a\":[true]}", "$.a", null, Comparison.IS_EMPTY, "").actual())
        .isEqualTo(TextNode.valueOf("[true]"));
    assertThat(data("{\"a\":null}", "$.a", null, Comparison.IS_NULL, "").actual().isNull())
        .isTrue();
    JsonNode cut =
        data("x".repeat(999) + "\ud83d\ude00 and more", "", null, Comparison.CONTAINS, "more")
            .actual();
    assertThat(cut.textValue()).isEqualTo("x".repeat(999));
  }

  @Test
  void anOutcomeTellsOnlyWhatItsAssertionHas() {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    measured(AssertionSource.STATUS_CODE, null, Comparison.EQUALS, "200").describe(status);
    assertThat(status)
        .hasToString(
            "{\"source\":\"STATUS_CODE\",\"comparison\":\"EQUALS\",\"target\":\"200\","
                + "\"actual\":503,\"passed\":false}");
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data("{\"a\":1}", "$.a", "(", Comparison.EQUALS, "1").describe(data);
    assertThat(data)
        .hasToString(
            "{\"source\":\"RESPONSE_DATA\",\"property\":\"$.a\",\"regex\":\"(\","
                + "\"comparison\":\"EQUALS\",\"target\":\"1\",\"actual\":null,\"passed\":false,"
                + "\"error\":\"The regular expression is not valid: missing closing )\"}");
  }

  @Property
  void anythingIsEvaluated(
      @ForAll String data,
      @ForAll String property,
      @ForAll String regex,
      @ForAll Comparison comparison,
      @ForAll String target) {
    AssertionOutcome outcome = data(data, property, regex, comparison, target);
    assertThat(outcome.message()).startsWith("The response data");
    assertThat(outcome.passed() && outcome.error() != null).isFalse();
  }

  @ParameterizedTest(name = "{0} {1} at {2} cut by {3} in {4} characters is costly: {5}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          JSON_BODY     | EQUALS    | $.a[0].b-c     |      | 8192    | false
          JSON_BODY     | LESS_THAN | $.a.length()   |      | 8192    | false
          JSON_BODY     | HAS_KEY   | ``             |      | 8192    | false
          JSON_BODY     | EQUALS    | $.a            |      | 8193    | true
          JSON_BODY     | EQUALS    | $..a           |      | 10      | true
          JSON_BODY     | EQUALS    | $.a[*]         |      | 10      | true
          JSON_BODY     | EQUALS    | $.a[?(@.b)]    |      | 10      | true
          JSON_BODY     | EQUALS    | $.a.keys()     |      | 10      | true
          JSON_BODY     | EQUALS    | $.a            | a+   | 10      | true
          TEXT_BODY     | CONTAINS  | ``             |      | 1048576 | false
          TEXT_BODY     | CONTAINS  | $.a            |      | 10      | true
          TEXT_BODY     | HAS_KEY   | ``             |      | 8193    | true
          RESPONSE_DATA | EQUALS    | $.a            |      | 100     | false
          RESPONSE_DATA | EQUALS    | $.a            |      | 9000    | true
          HEADERS       | EQUALS    | Content-Type   |      | 1048576 | false
          STATUS_CODE   | EQUALS    | ``             |      | 1048576 | false
          """)
  void whatMayTakeLongIsCostly(
      AssertionSource source,
      Comparison comparison,
      String property,
      @Nullable String regex,
      int characters,
      boolean costly) {
    Assertion assertion = new Assertion(source, comparison, "1", property, regex);
    assertThat(AssertionRules.areCostly(List.of(assertion), characters)).isEqualTo(costly);
  }
}
