package dev.belfry.monitoring.assertion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.belfry.monitoring.check.Comparison;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonRulesTest {
  private static final Map<Comparison, Comparison> OPPOSITES =
      new EnumMap<>(
          Map.of(
              Comparison.EQUALS, Comparison.NOT_EQUALS,
              Comparison.CONTAINS, Comparison.NOT_CONTAINS,
              Comparison.HAS_KEY, Comparison.NOT_HAS_KEY,
              Comparison.HAS_VALUE, Comparison.NOT_HAS_VALUE,
              Comparison.IS_EMPTY, Comparison.NOT_EMPTY,
              Comparison.IS_NULL, Comparison.NOT_NULL));

  /** Written as JSON, or as {@code absent}. */
  private static JsonNode value(String text) {
    if (text.equals("absent")) {
      return MissingNode.getInstance();
    }
    JsonNode value = JsonTexts.parse(text);
    assertThat(value.isMissingNode()).as(text).isFalse();
    return value;
  }

  @ParameterizedTest(name = "{0} {1} {2}: {3}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          200                | EQUALS       | 200            | true
          200                | EQUALS       | 200.0          | true
          200                | EQUALS       | ` 2e2 `        | true
          200                | EQUALS       | 201            | false
          200                | EQUALS       | ok             | false
          200                | EQUALS       | ``             | false
          0.1                | EQUALS       | 0.10           | true
          12345678901234567890.5 | EQUALS   | 12345678901234567890.5 | true
          "200"              | EQUALS       | 200            | true
          "200.0"            | EQUALS       | 200            | false
          "abc"              | EQUALS       | abc            | true
          "abc"              | EQUALS       | ABC            | false
          "abc"              | EQUALS       | ` abc`         | false
          ""                 | EQUALS       | ``             | true
          true               | EQUALS       | true           | true
          true               | EQUALS       | false          | false
          null               | EQUALS       | null           | true
          null               | EQUALS       | ``             | false
          absent             | EQUALS       | ``             | false
          absent             | EQUALS       | null           | false
          {"a":1,"b":[2]}    | EQUALS       | { "b": [2.0], "a": 1 } | true
          {"a":1}            | EQUALS       | {"a":2}        | false
          {"a":1}            | EQUALS       | a              | false
          [1,"x"]            | EQUALS       | [1, "x"]       | true
          [1,2]              | EQUALS       | [2,1]          | false
          5                  | LESS_THAN    | 6              | true
          5                  | LESS_THAN    | 5              | false
          "5"                | LESS_THAN    | 6              | true
          " 5 "              | LESS_THAN    | 6              | true
          "10"               | LESS_THAN    | 9              | false
          "abc"              | LESS_THAN    | 9              | false
          5                  | LESS_THAN    | abc            | false
          [1]                | LESS_THAN    | 9              | false
          absent             | LESS_THAN    | 9              | false
          null               | LESS_THAN    | 9              | false
          5                  | LESS_THAN    | 1e999999999    | true
          6                  | GREATER_THAN | 5              | true
          6                  | GREATER_THAN | 6              | false
          "0.2"              | GREATER_THAN | 0.1            | true
          "b"                | GREATER_THAN | a              | false
          absent             | GREATER_THAN | -1             | false
          "hello"            | CONTAINS     | ell            | true
          "hello"            | CONTAINS     | ELL            | false
          "hello"            | CONTAINS     | ``             | true
          ""                 | CONTAINS     | x              | false
          404                | CONTAINS     | 4              | true
          {"a":"b"}          | CONTAINS     | "a":"b"        | true
          absent             | CONTAINS     | ``             | false
          null               | CONTAINS     | null           | false
          {"a":1}            | HAS_KEY      | a              | true
          {"a":null}         | HAS_KEY      | a              | true
          {"a":1}            | HAS_KEY      | b              | false
          {"a":{"b":1}}      | HAS_KEY      | b              | false
          ["a"]              | HAS_KEY      | a              | false
          ["a"]              | HAS_KEY      | 0              | false
          "{\\"a\\":1}"      | HAS_KEY      | a              | true
          "{\\"a\\":1"       | HAS_KEY      | a              | false
          "{\\"a\\":1} x"    | HAS_KEY      | a              | false
          "a"                | HAS_KEY      | a              | false
          7                  | HAS_KEY      | a              | false
          absent             | HAS_KEY      | a              | false
          {"a":1}            | HAS_VALUE    | 1              | true
          {"a":1}            | HAS_VALUE    | 1.0            | true
          {"a":"1.0"}        | HAS_VALUE    | 1              | false
          {"a":"x"}          | HAS_VALUE    | x              | true
          {"a":"x"}          | HAS_VALUE    | a              | false
          ["x",true,{"k":2}] | HAS_VALUE    | x              | true
          ["x",true,{"k":2}] | HAS_VALUE    | true           | true
          ["x",true,{"k":2}] | HAS_VALUE    | {"k":2}        | true
          ["x",true,{"k":2}] | HAS_VALUE    | 2              | false
          []                 | HAS_VALUE    | ``             | false
          "[1,2]"            | HAS_VALUE    | 2              | true
          "x"                | HAS_VALUE    | x              | false
          absent             | HAS_VALUE    | x              | false
          ""                 | IS_EMPTY     | ignored        | true
          " "                | IS_EMPTY     | ``             | false
          []                 | IS_EMPTY     | ``             | true
          [0]                | IS_EMPTY     | ``             | false
          {}                 | IS_EMPTY     | ``             | true
          {"a":1}            | IS_EMPTY     | ``             | false
          absent             | IS_EMPTY     | ``             | true
          null               | IS_EMPTY     | ``             | true
          0                  | IS_EMPTY     | ``             | false
          false              | IS_EMPTY     | ``             | false
          "[]"               | IS_EMPTY     | ``             | false
          absent             | IS_NULL      | ``             | true
          null               | IS_NULL      | ignored        | true
          ""                 | IS_NULL      | ``             | false
          "null"             | IS_NULL      | ``             | false
          0                  | IS_NULL      | ``             | false
          []                 | IS_NULL      | ``             | false
          """)
  void comparesEachKindOfValue(String actual, Comparison comparison, String target, boolean holds) {
    assertThat(ComparisonRules.holds(comparison, target, value(actual))).isEqualTo(holds);
    Comparison opposite = OPPOSITES.get(comparison);
    if (opposite != null) {
      assertThat(ComparisonRules.holds(opposite, target, value(actual))).isEqualTo(!holds);
    }
  }

  @Property
  void anOppositeHoldsExactlyWhenTheOtherDoesNot(
      @ForAll("values") JsonNode actual, @ForAll("texts") String target) {
    OPPOSITES.forEach(
        (one, other) ->
            assertThat(ComparisonRules.holds(one, target, actual))
                .as("%s and %s", one, other)
                .isNotEqualTo(ComparisonRules.holds(other, target, actual)));
  }

  @Property
  void numbersCompareAsInArithmetic(
      @ForAll @IntRange(min = -50, max = 50) int actual,
      @ForAll @IntRange(min = -50, max = 50) int target) {
    for (JsonNode one : new JsonNode[] {IntNode.valueOf(actual), TextNode.valueOf("" + actual)}) {
      assertThat(ComparisonRules.holds(Comparison.EQUALS, "" + target, one))
          .isEqualTo(actual == target);
      assertThat(ComparisonRules.holds(Comparison.LESS_THAN, "" + target, one))
          .isEqualTo(actual < target);
      assertThat(ComparisonRules.holds(Comparison.GREATER_THAN, "" + target, one))
          .isEqualTo(actual > target);
    }
  }

  @Property
  void textsCompareAsInJava(@ForAll("texts") String actual, @ForAll("texts") String target) {
    JsonNode text = TextNode.valueOf(actual);
    assertThat(ComparisonRules.holds(Comparison.EQUALS, target, text))
        .isEqualTo(actual.equals(target));
    assertThat(ComparisonRules.holds(Comparison.CONTAINS, target, text))
        .isEqualTo(actual.contains(target));
    assertThat(ComparisonRules.holds(Comparison.IS_EMPTY, target, text))
        .isEqualTo(actual.isEmpty());
  }

  @Provide
  Arbitrary<JsonNode> values() {
    return Arbitraries.of(
            "absent", "null", "true", "0", "1", "1.0", "2e3", "{}", "[]", "{\"a\":1}", "[1,\"a\"]")
        .map(ComparisonRulesTest::value);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.of("", "a", "1", "true", "null", "{\"a\":1}", "[1,\"a\"]", "1.0"),
        Arbitraries.strings().withChars("ab1{}[]\":, ").ofMaxLength(6),
        Arbitraries.bigDecimals().between(BigDecimal.ZERO, BigDecimal.TEN).map(Object::toString));
  }
}
