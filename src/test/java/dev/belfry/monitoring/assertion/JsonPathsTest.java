package dev.belfry.monitoring.assertion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathsTest {
  private static final Duration SOON = Duration.ofSeconds(10);

  private static final String SHOP =
      """
      {"name":"Shop","open":true,"owner":null,"rate":0.10,
       "items":[{"id":1,"price":5.5,"tags":["a","b"]},{"id":2,"price":20,"tags":[]}],
       "a.b":"dotted"}""";

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          $.name                     | "Shop"
          name                       | "Shop"
          $.open                     | true
          $.owner                    | null
          $.rate                     | 0.10
          $.items[0].price           | 5.5
          $.items[-1].id             | 2
          $['a.b']                   | "dotted"
          $.items[*].id              | [1,2]
          $..price                   | [5.5,20]
          $.items[?(@.price > 10)].id | [2]
          $.items.length()           | 2
          $.items[0].tags            | ["a","b"]
          """)
  void findsAValue(String path, String value) throws AssertionFault {
    assertThat(JsonPaths.read(SHOP, path)).isEqualTo(JsonTexts.parse(value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"$.missing", "$.name.deeper", "$.items[7]", "$.missing.deeper"})
  void whatIsNotThereIsAbsent(String path) throws AssertionFault {
    assertThat(JsonPaths.read(SHOP, path).isMissingNode()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "220 ready", "{\"a\":", "{\"a\":1} {\"a\":2}"})
  void aTextThatIsNoJsonHasNoValues(String text) throws AssertionFault {
    assertThat(JsonPaths.read(text, "$.a").isMissingNode()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"$.", "$[", "$.items[?(@.id == ]", "", "$.items[?]", "$..", "$[?(@"})
  void aWrongPathSaysSo(String path) {
    assertThatThrownBy(() -> JsonPaths.read(SHOP, path))
        .isInstanceOf(AssertionFault.class)
        .hasMessageStartingWith("The JSONPath ");
  }

  @Test
  void largeDocumentsAndLongPathsAreNotEvaluated() throws AssertionFault {
    String large = "[" + "1,".repeat(500_000) + "1]";
    assertThatThrownBy(() -> JsonPaths.read(large, "$[0]"))
        .isInstanceOf(AssertionFault.class)
        .hasMessageContaining("1,000,000 characters");
    assertThatThrownBy(() -> JsonPaths.read(SHOP, "$" + ".a".repeat(1_024)))
        .isInstanceOf(AssertionFault.class)
        .hasMessageContaining("2,048 characters");
    assertThat(JsonPaths.read(large.substring(0, 900_000) + "]", "$[449999]").intValue())
        .isEqualTo(1);
    assertThat(JsonPaths.read("[".repeat(201) + "]".repeat(201), "$[0]").isMissingNode()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$..*..*..*..*..x",
        "$..[?(@..x)]..[?(@..x)]",
        "$..[?(@.a == $..a)]",
        "$.concat($..*, $..*, $..*, $..*, $..*, $..*)"
      })
  void aPathThatVisitsEverythingManyTimesIsGivenUp(String path) {
    String nested = "{\"a\":".repeat(150) + "[" + "1,".repeat(5_000) + "1]" + "}".repeat(150);
    Assertions.assertTimeoutPreemptively(
        SOON,
        () ->
            assertThatThrownBy(() -> JsonPaths.read(nested, path))
                .isInstanceOf(AssertionFault.class)
                .hasMessage("The JSONPath takes too long"));
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 1_000, 4_000})
  void longNamesOnTheWayDoNotFillTheMemory(int length) {
    String name = "\"" + "n".repeat(length) + "\":";
    int depth = Math.min(150, 400_000 / length);
    String nested =
        ("{" + name).repeat(depth) + "[" + "1,".repeat(200_000) + "1]" + "}".repeat(depth);
    Assertions.assertTimeoutPreemptively(
        SOON,
        () ->
            assertThatThrownBy(() -> JsonPaths.read(nested, "$..*"))
                .isInstanceOf(AssertionFault.class)
                .hasMessage("The JSONPath takes too long"));
  }

  @Test
  void anExpressionThatCanRunAwayIsNotEvaluated() {
    assertThatThrownBy(() -> JsonPaths.read(SHOP, "$.items[?(@.name =~ /(a+)+$/)]"))
        .isInstanceOf(AssertionFault.class)
        .hasMessageContaining("=~");
  }

  @Test
  void aDeepPathNeedsNoDeepStack() throws AssertionFault {
    String objects = "{\"a\":".repeat(199) + "7" + "}".repeat(199);
    assertThat(JsonPaths.read(objects, "$" + ".a".repeat(199)).intValue()).isEqualTo(7);
    String lists = "[".repeat(199) + "7" + "]".repeat(199);
    assertThat(JsonPaths.read(lists, "$" + "[0]".repeat(199)).intValue()).isEqualTo(7);
    String nots = "$[?(" + "!".repeat(190) + "(@ == 1))]";
    assertThat(JsonPaths.read("[1]", nots)).isEqualTo(JsonTexts.parse("[1]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {".a", "[0]", "[?(", "[?(!!!!", "[?({", "[?(@ == [["})
  void aPathOfTooManyStepsIsNotCompiled(String step) {
    assertThatThrownBy(() -> JsonPaths.read("[]", "$" + step.repeat(201)))
        .isInstanceOf(AssertionFault.class)
        .hasMessage("The JSONPath has more than 200 steps");
  }

  @Test
  void aDocumentThatIsParsedOnceServesManyPaths() throws AssertionFault {
    var document = JsonPaths.parse(SHOP);
    assertThat(JsonPaths.read(document, "$.name").textValue()).isEqualTo("Shop");
    assertThat(JsonPaths.read(document, "$.items[1].id").intValue()).isEqualTo(2);
    assertThat(document).isEqualTo(JsonTexts.parse(SHOP));
  }

  @Property(tries = 2_000)
  void anyPathEndsInAValueOrAFault(@ForAll("paths") String path) {
    Assertions.assertTimeoutPreemptively(
        SOON,
        () -> {
          try {
            assertThat(JsonPaths.read(SHOP, path)).isNotNull();
          } catch (AssertionFault fault) {
            assertThat(fault.getMessage()).startsWith("The JSONPath ");
          }
        });
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.of(
            "$",
            ".",
            "..",
            "*",
            "[",
            "]",
            "[*]",
            "[0]",
            "[-1]",
            "[1:2]",
            "[?(",
            ")]",
            "@",
            "items",
            "name",
            "id",
            "'",
            "(",
            ")",
            "==",
            ">",
            "5",
            "&&",
            "length()",
            "sum()",
            "min()",
            ",",
            "keys()",
            "concat(",
            "{",
            "}",
            "?",
            "!",
            "in",
            "[]",
            "/",
            "null",
            "true",
            "\"",
            " ")
        .list()
        .ofMaxSize(10)
        .map(parts -> "$" + String.join("", parts));
  }
}
