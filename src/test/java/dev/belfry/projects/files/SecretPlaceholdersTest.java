package dev.belfry.projects.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretPlaceholdersTest {
  private static ObjectNode json(String text) throws IOException {
    return (ObjectNode) new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource({
    "ops, OPS_WEBHOOK_SECRET",
    "ops-team/2, OPS_TEAM_2_WEBHOOK_SECRET",
    "belfry, SECRET_BELFRY_WEBHOOK_SECRET",
    "7up, SECRET_7UP_WEBHOOK_SECRET"
  })
  void aSecretBecomesAVariableNamedAfterIt(String id, String variable) throws IOException {
    SecretPlaceholders secrets = new SecretPlaceholders();
    ObjectNode hidden =
        secrets.hide(
            id,
            json("{'config':{'url':'u','webhookSecret':'s'}}"),
            json("{'config':{'url':'u','webhookSecret':'****'}}"));
    assertThat(hidden)
        .isEqualTo(json("{'config':{'url':'u','webhookSecret':'${" + variable + "}'}}"));
    assertThat(secrets.names()).containsExactly(variable);
  }

  @Test
  void aVariableOfAGroupIsNamedAfterItsKeyAndNoNameIsGivenTwice() throws IOException {
    SecretPlaceholders secrets = new SecretPlaceholders();
    String one = "{'environmentVariables':[{'key':'TOKEN','value':'%s','secret':true}]}";
    for (String expected : new String[] {"WEB_TOKEN", "WEB_TOKEN_2"}) {
      ObjectNode hidden =
          secrets.hide("web", json(one.formatted("a")), json(one.formatted("****")));
      assertThat(hidden).isEqualTo(json(one.formatted("${" + expected + "}")));
    }
  }

  @Test
  void otherTextsNeverLookLikeVariables() throws IOException {
    ObjectNode document = json("{'template':'${A} $${B} {{C}} ${d-e}'}");
    String text = new SecretPlaceholders().hide("a", document, document).get("template").asText();
    assertThat(text).isEqualTo("$${A} $$${B} {{C}} ${d-e}");
    assertThat(new VariableSubstitution(Map.of()).replace(text, problem -> {}))
        .isEqualTo("${A} $${B} {{C}} ${d-e}");
  }
}
