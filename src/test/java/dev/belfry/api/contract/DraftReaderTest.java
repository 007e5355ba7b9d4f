package dev.belfry.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class DraftReaderTest {
  private static final int MANY = 300_000;

  @Test
  void namesAFieldOnceAndKeepsWhatTheSchemaSaid() {
    assertThat(
            read(
                List.of(wrong("/a", "schema")),
                List.of(wrong("/a", "rule"), wrong("/b", "1"), wrong("/b", "2"))))
        .containsExactly(wrong("/a", "schema"), wrong("/b", "1"));
  }

  /** All requests of an event loop wait for this one. */
  @Test
  @Timeout(30)
  void takesManyMistakesInTheTimeThatTheyAreNamedIn() {
    List<Violation> schema = IntStream.range(0, MANY).mapToObj(i -> wrong("/a/" + i, "")).toList();
    List<Violation> rules = IntStream.range(0, MANY).mapToObj(i -> wrong("/b/" + i, "")).toList();
    assertThat(read(schema, rules)).hasSize(2 * MANY);
  }

  private static List<Violation> read(List<Violation> schema, List<Violation> rules) {
    List<Violation> violations = new ArrayList<>(schema);
    new DraftReader<ObjectNode>(body -> body, draft -> rules)
        .read(JsonNodeFactory.instance.objectNode(), violations);
    return violations;
  }

  private static Violation wrong(String path, String message) {
    return new Violation(path, message);
  }
}
