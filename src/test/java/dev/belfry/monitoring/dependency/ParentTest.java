package dev.belfry.monitoring.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.http.JsonText;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The list of what a check or group depends on, as bodies send and documents keep it. */
class ParentTest {
  private static final UUID ONE = new UUID(0, 1);
  private static final UUID TWO = new UUID(0, 2);

  private static Field<List<Parent>> read(String list) {
    return Parent.read(new FieldReader(JsonText.parse("{\"dependsOn\":" + list + "}")));
  }

  private static String put(String list) {
    ObjectNode document = JsonNodeFactory.instance.objectNode().put("dependsOn", "before");
    return Parent.put(document, read(list)).toString();
  }

  @Test
  void aDocumentHasEachOnceInOneOrder() {
    assertThat(
            put(
                """
                [{"checkId": "%s"}, {"groupId": 9}, {"checkId": "%s"}, {"groupId": 8},
                  {"checkId": "%s"}]"""
                    .formatted(TWO, ONE, TWO)))
        .isEqualTo(
            """
            {"dependsOn":[{"groupId":8},{"groupId":9},{"checkId":"%s"},{"checkId":"%s"}]}"""
                .formatted(ONE, TWO));
  }

  @Test
  void anEmptyListIsLeftOut() {
    assertThat(put("[]")).isEqualTo("{}");
    assertThat(put("null")).isEqualTo("{}");
  }

  @Test
  void whatWasPutIsReadAgain() {
    List<Parent> parents = List.of(new Parent(null, 8L), new Parent(ONE, null));
    ObjectNode document = Parent.put(JsonNodeFactory.instance.objectNode(), Field.of(parents));
    assertThat(Parent.of(document)).isEqualTo(parents);
    assertThat(Parent.of(JsonNodeFactory.instance.objectNode())).isEmpty();
  }
}
