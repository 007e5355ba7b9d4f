package dev.belfry.monitoring.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.BodySamples;
import dev.belfry.api.contract.Field;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.error.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupCodecTest {
  private static GroupDraft draft(String body) {
    return GroupCodec.read(JsonText.parse(body));
  }

  private static String settings(String body) {
    return GroupCodec.settings(draft(body));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "createCheckGroup",
        "createCheckGroupV2",
        "updateCheckGroup",
        "updateCheckGroupV2"
      })
  void keepsEveryMemberOfTheContract(String operation) {
    BodySamples.of(operation, 500)
        .forEach(
            body -> {
              String expected =
                  normalised(
                      body.deepCopy().without(List.of("alertChannelSubscriptions", "dependsOn")));
              String settings = GroupCodec.settings(GroupCodec.read(body));
              assertThat(JsonText.parse(settings)).isEqualTo(JsonText.parse(expected));
            });
  }

  private static String normalised(ObjectNode body) {
    emptyForNull(body, List.of("tags", "locations", "environmentVariables"));
    if (body.path("apiCheckDefaults").isNull()) {
      body.withObject("/apiCheckDefaults").put("url", "").putNull("basicAuth");
      body.withObject("/apiCheckDefaults").putArray("headers");
      body.withObject("/apiCheckDefaults").putArray("queryParameters");
      body.withObject("/apiCheckDefaults").putArray("assertions");
    }
    if (body.path("apiCheckDefaults") instanceof ObjectNode defaults) {
      emptyForNull(defaults, List.of("headers", "queryParameters", "assertions"));
    }
    String reason = body.at("/retryStrategy/onlyOn").textValue();
    if (reason != null) {
      body.withObject("/retryStrategy").putArray("onlyOn").add(reason);
    }
    return body.toString();
  }

  private static void emptyForNull(ObjectNode object, List<String> lists) {
    for (String name : lists) {
      if (object.path(name).isNull()) {
        object.putArray(name);
      }
    }
  }

  @Test
  void storesSubscriptionsApart() {
    GroupDraft draft = draft("{\"alertChannelSubscriptions\":[],\"name\":\"x\"}");
    assertThat(GroupCodec.settings(draft)).doesNotContain("alertChannelSubscriptions");
    assertThat(draft.alerting().subscriptions()).isEqualTo(Field.of(List.of()));
    assertThat(draft("{}").alerting().subscriptions().isPresent()).isFalse();
  }

  @Test
  void readsNullListsAsEmpty() {
    assertThat(settings("{\"tags\":null,\"locations\":null,\"environmentVariables\":null}"))
        .isEqualTo("{\"tags\":[],\"locations\":[],\"environmentVariables\":[]}");
    assertThat(settings("{\"apiCheckDefaults\":null}"))
        .isEqualTo(
            "{\"apiCheckDefaults\":{\"url\":\"\",\"headers\":[],\"basicAuth\":null,"
                + "\"assertions\":[],\"queryParameters\":[]}}");
  }

  @Test
  void leavesAbsentMembersOfAnUpdateAbsent() {
    assertThat(settings("{}")).isEqualTo("{}");
  }

  @Test
  void writesTheOneRetryReasonAsAList() {
    assertThat(settings("{\"retryStrategy\":{\"onlyOn\":\"NETWORK_ERROR\"}}"))
        .isEqualTo("{\"retryStrategy\":{\"onlyOn\":[\"NETWORK_ERROR\"]}}");
    assertThat(settings("{\"retryStrategy\":\"FALLBACK\"}"))
        .isEqualTo("{\"retryStrategy\":\"FALLBACK\"}");
    assertThat(settings("{\"retryStrategy\":null}")).isEqualTo("{\"retryStrategy\":null}");
  }

  @Test
  void givesANewGroupEveryMemberOfTheAnswer() {
    ObjectNode settings =
        JsonText.parse(GroupCodec.settings(draft("{\"frequency\":\"EVERY_1M\"}").complete()));
    assertThat(settings.get("frequency").asText()).isEqualTo("EVERY_1M");
    assertThat(settings.get("runtimeId").isNull()).isTrue();
    assertThat(settings.has("retryStrategy")).isFalse();
  }

  @Test
  void namesNoSecretInItsText() {
    assertThat(
            draft(
                """
                {"environmentVariables":[{"key":"A","value":"hidden","secret":true}],
                 "apiCheckDefaults":{"basicAuth":{"username":"u","password":"hidden"}}}"""))
        .asString()
        .doesNotContain("hidden");
  }

  @Test
  void rulesSurvivePartsThatViolatedTheSchema() {
    GroupDraft draft =
        draft("{\"retryStrategy\":{},\"alertSettings\":{},\"browserChecks\":{\"testMatch\":[]}}");
    assertThat(GroupDraftRules.ofNew(draft)).isEmpty();
    assertThat(GroupDraftRules.ofUpdate(draft)).isEmpty();
  }

  @Test
  void rulesRefuseSubMinuteRunsOfScripts() {
    GroupDraft draft = draft("{\"browserChecks\":{\"frequency\":\"EVERY_30S\"}}");
    assertThat(GroupDraftRules.ofUpdate(draft))
        .extracting(Violation::path)
        .containsExactly("/browserChecks/frequency");
  }
}
