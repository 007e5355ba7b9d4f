package dev.belfry.monitoring.group;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.contract.Field;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.check.EnvironmentVariableDraft;
import dev.belfry.monitoring.check.EnvironmentVariableRules;
import dev.belfry.platform.error.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GroupVariablesTest {
  private static Field<List<EnvironmentVariableDraft>> variables(String variables) {
    return of("{\"environmentVariables\":[" + variables + "]}");
  }

  private static Field<List<EnvironmentVariableDraft>> of(String body) {
    return GroupCodec.secrets(JsonText.parse(body)).variables();
  }

  private static @Nullable String value(
      Field<List<EnvironmentVariableDraft>> variables, int index) {
    return requireNonNull(variables.value()).get(index).value().value();
  }

  private static List<String> paths(List<Violation> violations) {
    return violations.stream().map(Violation::path).toList();
  }

  @Test
  void requiresUniqueKeysAndAllValuesOfANewGroup() {
    Field<List<EnvironmentVariableDraft>> sent =
        variables(
            """
            {"key":"A","value":""},{"key":"a","value":"1"},{"key":"A","value":null},
            {"key":"B","secret":true}""");
    assertThat(paths(EnvironmentVariableRules.ofNew(sent)))
        .containsExactly(
            "/environmentVariables/2/key",
            "/environmentVariables/2/value",
            "/environmentVariables/3/value");
  }

  @Test
  void letsAnUpdateLeaveOutTheValueOfASecretOnly() {
    Field<List<EnvironmentVariableDraft>> sent =
        variables("{\"key\":\"A\",\"secret\":true},{\"key\":\"B\"}");
    assertThat(paths(EnvironmentVariableRules.ofUpdate(sent)))
        .containsExactly("/environmentVariables/1/value");
  }

  @Test
  void hasNothingToSayAboutABodyWithoutVariables() {
    assertThat(EnvironmentVariableRules.ofNew(of("{}"))).isEmpty();
    assertThat(EnvironmentVariableRules.ofUpdate(of("{\"environmentVariables\":null}"))).isEmpty();
  }

  @Test
  void completesSecretsFromWhatIsStored() {
    Field<List<EnvironmentVariableDraft>> kept =
        EnvironmentVariableRules.keepSecrets(
            variables(
                "{\"key\":\"B\",\"value\":\"new\"},{\"key\":\"A\",\"value\":null,\"secret\":true}"),
            variables("{\"key\":\"A\",\"value\":\"old\",\"secret\":true}"));
    assertThat(EnvironmentVariableRules.ofResult(kept)).isEmpty();
    assertThat(value(kept, 1)).isEqualTo("old");
    assertThat(value(kept, 0)).isEqualTo("new");
  }

  @Test
  void namesSecretsOfWhichNothingIsStored() {
    Field<List<EnvironmentVariableDraft>> kept =
        EnvironmentVariableRules.keepSecrets(
            variables("{\"key\":\"A\",\"secret\":true}"), of("{}"));
    assertThat(paths(EnvironmentVariableRules.ofResult(kept)))
        .containsExactly("/environmentVariables/0/value");
  }

  @Test
  void masksSecretsAndNothingElse() {
    GroupDraft.Secrets masked =
        GroupSecrets.masked(
            GroupCodec.secrets(
                JsonText.parse(
                    """
                    {"environmentVariables":[{"key":"A","value":"1","secret":true},
                     {"key":"B","value":"2","locked":true}]}""")),
            Field.of(null),
            password -> password);
    assertThat(requireNonNull(masked.variables().value()).get(0).value().isNull()).isTrue();
    assertThat(value(masked.variables(), 1)).isEqualTo("2");
  }
}
