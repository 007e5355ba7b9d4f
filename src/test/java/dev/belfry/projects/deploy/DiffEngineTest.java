package dev.belfry.projects.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.Documents;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiffEngineTest {
  private static List<String> changes(String stored, String wanted) {
    ObjectNode one = DeployFixture.json(stored);
    ObjectNode other = DeployFixture.json(wanted);
    return DiffEngine.changes(new DiffEngine.Sides(one, one), new DiffEngine.Sides(other, other))
        .stream()
        .map(change -> change.path() + " " + change.from() + " " + change.to())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"a\":5}; {\"a\":5.0}; true",
        "{\"a\":5}; {\"a\":5.5}; false",
        "{\"a\":1,\"b\":2}; {\"b\":2,\"a\":1}; true",
        "{\"a\":[1,2]}; {\"a\":[2,1]}; false",
        "{\"a\":null}; {}; false",
        "{\"a\":{\"b\":[{\"c\":1}]}}; {\"a\":{\"b\":[{\"c\":1.0}]}}; true",
        "{\"a\":\"5\"}; {\"a\":5}; false"
      })
  void documentsAreComparedByValue(String stored, String wanted, boolean same) {
    assertThat(Documents.areSame(DeployFixture.json(stored), DeployFixture.json(wanted)))
        .isEqualTo(same);
    assertThat(changes(stored, wanted).isEmpty()).isEqualTo(same);
  }

  @Test
  void membersOfObjectsAreNamedAndListsAreShownWhole() {
    assertThat(
            changes("{\"a\":{\"b\":1,\"c\":2},\"l\":[1]}", "{\"a\":{\"b\":1,\"c\":3},\"l\":[2]}"))
        .containsExactly("/a/c 2 3", "/l [1] [2]");
  }

  @Test
  void anObjectThatComesOrGoesIsShownWhole() {
    assertThat(changes("{\"a\":null}", "{\"a\":{\"b\":1}}")).containsExactly("/a null {\"b\":1}");
  }

  @Test
  void namesAreEscapedAsPointersDemand() {
    assertThat(changes("{}", "{\"a/b~c\":1}")).containsExactly("/a~1b~0c null 1");
  }
}
