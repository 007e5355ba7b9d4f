package dev.belfry.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.belfry.platform.error.Violation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrayReaderTest {
  private static final ArrayReader UNIQUE =
      new ArrayReader(
          new ValueReader(null, null, new StringReader(0, 9, null, null, null), null, false, false),
          0,
          100,
          true);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 16, 17, 50})
  void differentItemsAreUnique(int count) throws IOException {
    assertThat(read(items(count))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 15, 16, 17, 50})
  void anItemThatComesAgainIsNamedOnce(int count) throws IOException {
    List<String> items = new ArrayList<>(items(count));
    items.add("item0");
    Collections.reverse(items);
    assertThat(read(items))
        .extracting(Violation::message)
        .containsExactly("must not contain the same item twice");
  }

  private static List<String> items(int count) {
    return IntStream.range(0, count).mapToObj(i -> "item" + i).toList();
  }

  private static List<Violation> read(List<String> items) throws IOException {
    String json =
        "[" + String.join(",", items.stream().map(item -> '"' + item + '"').toList()) + "]";
    JsonReadContext reading = new JsonReadContext(true);
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      parser.nextToken();
      UNIQUE.read(parser, reading);
    }
    return reading.violations();
  }
}
