package dev.belfry.monitoring.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.error.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupVariablesTest {
  private static ObjectNode settings(String variables) {
    return JsonText.parse("{\"environmentVariables\":[" + variables + "]}");
  }

  private static List<String> paths(List<Violation> violations) {
    return violations.stream().map(Violation::path).toList();
  }

  @Test
  void requiresUniqueKeysAndAllValuesOfANewGroup() {
    ObjectNode body =
        settings(
            """
            {"key":"A","value":""},{"key":"a","value":"1"},{"key":"A","value":null},
            {"key":"B","secret":true}""");
    assertThat(paths(GroupVariables.ofDraft(body)))
        .containsExactly(
            "/environmentVariables/2/key",
            "/environmentVariables/2/value",
            "/environmentVariables/3/value");
  }

  @Test
  void letsAnUpdateLeaveOutTheValueOfASecretOnly() {
    ObjectNode body = settings("{\"key\":\"A\",\"secret\":true},{\"key\":\"B\"}");
    assertThat(paths(GroupVariables.ofUpdate(body)))
        .containsExactly("/environmentVariables/1/value");
  }

  @Test
  void hasNothingToSayAboutABodyWithoutVariables() {
    assertThat(GroupVariables.ofDraft(JsonText.parse("{}"))).isEmpty();
    assertThat(GroupVariables.ofUpdate(JsonText.parse("{\"environmentVariables\":null}")))
        .isEmpty();
  }

  @Test
  void completesSecretsFromWhatIsStored() {
    ObjectNode stored = settings("{\"key\":\"A\",\"value\":\"old\",\"secret\":true}");
    ObjectNode sent =
        settings(
            "{\"key\":\"B\",\"value\":\"new\"},{\"key\":\"A\",\"value\":null,\"secret\":true}");
    assertThat(GroupVariables.keepSecrets(sent, stored)).isEmpty();
    assertThat(sent.at("/environmentVariables/1/value").asText()).isEqualTo("old");
    assertThat(sent.at("/environmentVariables/0/value").asText()).isEqualTo("new");
  }

  @Test
  void namesSecretsOfWhichNothingIsStored() {
    ObjectNode sent = settings("{\"key\":\"A\",\"secret\":true}");
    assertThat(paths(GroupVariables.keepSecrets(sent, JsonText.parse("{}"))))
        .containsExactly("/environmentVariables/0/value");
  }

  @Test
  void masksSecretsAndNothingElse() {
    ObjectNode masked =
        GroupVariables.masked(
            settings(
                """
                {"key":"A","value":"1","secret":true},{"key":"B","value":"2","locked":true}"""));
    assertThat(masked.at("/environmentVariables/0/value").isNull()).isTrue();
    assertThat(masked.at("/environmentVariables/1/value").asText()).isEqualTo("2");
  }
}
