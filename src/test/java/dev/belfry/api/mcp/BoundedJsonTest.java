package dev.belfry.api.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.http.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundedJsonTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[{\"a\":1},{\"a\":2}]          | 12 | [{\"a\":1}]",
        "[1,2,3]                        | 4  | [1,2]",
        "{\"n\":2,\"l\":[{},[1],{}]}    | 17 | {\"n\":2,\"l\":[{}]}",
        "{\"n\":2,\"l\":[{},[1],{}]}    | 18 | {\"n\":2,\"l\":[{},[1]]}",
        "{\"o\":{\"l\":[1,2,3]},\"m\":[7,8]} | 23 | {\"o\":{\"l\":[1,2",
        "{\"text\":\"Größe\"}           | 12 | {\"text\":\"Gr",
        "[[1,2],[3,4]]                  | 8  | [[1,2]]",
        "[\"ab\",\"cdefgh\",\"ij\"]      | 10 | [\"ab\"]"
      })
  void keepsWholeEntries(String json, int most, String kept) {
    assertThat(BoundedJson.cut(bytes(json), most)).startsWith(kept.trim());
  }

  @Property(tries = 200)
  void isADocumentOfTheFirstEntries(@ForAll @IntRange(min = 30, max = 400) int most) {
    String list =
        IntStream.range(0, 60)
            .mapToObj("{\"name\":\"Überwachung %1$d\",\"tags\":[%1$d]}"::formatted)
            .collect(Collectors.joining(","));
    String cut = BoundedJson.cut(bytes("{\"length\":60,\"entries\":[" + list + "]}"), most);
    assertThat(bytes(cut)).hasSizeLessThanOrEqualTo(most + 2);
    if (most > 70) {
      assertThat(JsonText.parse(cut).at("/entries/0/name").asText()).isEqualTo("Überwachung 0");
    }
  }
}
