package dev.belfry.account.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.http.JsonText;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DifferenceTest {
  /** Each difference as path, what was and what is, nothing as a minus. */
  private static List<String> between(String before, String after) {
    return Difference.between(
            before == null ? null : JsonText.parse(before),
            after == null ? null : JsonText.parse(after))
        .stream()
        .map(
            one ->
                one.path()
                    + " "
                    + (one.from() == null ? "-" : one.from())
                    + " "
                    + (one.to() == null ? "-" : one.to()))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      textBlock =
          """
          {"a":1}                     | {"a":2}                     | /a 1 2
          {"a":1}                     | {"a":null}                  | /a 1 null
          {"a":null}                  | {"a":1}                     | /a null 1
          {"a":1}                     | {}                          | /a 1 -
          {}                          | {"a":null}                  | /a - null
          {"b":1,"a":1}               | {"b":2,"a":2}               | /a 1 2;/b 1 2
          {"a":{"b":1,"c":1}}         | {"a":{"b":2,"c":1}}         | /a/b 1 2
          {"a":{"b":1}}               | {"a":null}                  | /a {"b":1} null
          {"a":{"b":{"c":1}}}         | {"a":{"b":{"d":2}}}         | /a/b/c 1 -;/a/b/d - 2
          {"a":{}}                    | {"a":{"b":1}}               | /a {} {"b":1}
          {"a":[1,{"b":1}]}           | {"a":[1,{"b":2}]}           | /a [1,{"b":1}] [1,{"b":2}]
          {"a/b":1,"c~d":1}           | {"a/b":2,"c~d":2}           | /a~1b 1 2;/c~0d 1 2
          -                           | {"a":1,"b":null,"c":{"d":2}}| /a - 1;/c/d - 2
          -                           | {"a":{},"b":[]}             | /a - {};/b - []
          {"a":1,"b":null,"c":{"d":2}}| -                           | /a 1 -;/c/d 2 -
          """)
  void tellsWhatDiffers(String before, String after, String expected) {
    assertThat(between(before, after)).containsExactly(expected.split(";"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      textBlock =
          """
          {"a":"sealed:v1:0a:b"}      | {"a":"sealed:v1:0a:c"}      | /a "****" "****"
          {"a":{"b":"sealed:v1:x"}}   | {"a":{"b":"open"}}          | /a/b "****" "open"
          {"a":["sealed:v1:x"]}       | {"a":[{"b":"sealed:v1:y"}]} | /a ["****"] [{"b":"****"}]
          -                           | {"a":"sealed:v1:x"}         | /a - "****"
          {"a":{"b":"sealed:v1:x"}}   | {"a":1}                     | /a {"b":"****"} 1
          """)
  void masksWhatIsSealed(String before, String after, String expected) {
    assertThat(between(before, after)).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      textBlock =
          """
          {"a":{"b":[1]}}             | {"a":{"b":[1]}}
          -                           | {"a":null}
          {"a":null}                  | -
          -                           | -
          """)
  void isSilentAboutTheRest(String before, String after) {
    assertThat(between(before, after)).isEmpty();
  }
}
