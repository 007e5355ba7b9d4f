package dev.belfry.monitoring.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.error.Violation;
import org.junit.jupiter.api.Test;

class GroupDraftTest {
  private static GroupDraft of(String body) {
    return GroupDraft.of(JsonText.parse(body));
  }

  @Test
  void storesSubscriptionsApart() {
    GroupDraft draft = of("{\"alertChannelSubscriptions\":[],\"name\":\"x\"}");
    assertThat(draft.settings().has("alertChannelSubscriptions")).isFalse();
    assertThat(draft.subscriptions()).isNotNull();
    assertThat(of("{}").subscriptions()).isNull();
  }

  @Test
  void readsNullListsAsEmpty() {
    assertThat(of("{\"tags\":null,\"locations\":null,\"environmentVariables\":null}").settings())
        .hasToString("{\"tags\":[],\"locations\":[],\"environmentVariables\":[]}");
    assertThat(of("{\"apiCheckDefaults\":null}").settings())
        .hasToString(
            "{\"apiCheckDefaults\":{\"url\":\"\",\"basicAuth\":null,"
                + "\"headers\":[],\"queryParameters\":[],\"assertions\":[]}}");
  }

  @Test
  void leavesAbsentMembersOfAnUpdateAbsent() {
    assertThat(of("{}").settings()).isEmpty();
  }

  @Test
  void writesTheOneRetryReasonAsAList() {
    assertThat(of("{\"retryStrategy\":{\"onlyOn\":\"NETWORK_ERROR\"}}").settings())
        .hasToString("{\"retryStrategy\":{\"onlyOn\":[\"NETWORK_ERROR\"]}}");
    assertThat(of("{\"retryStrategy\":\"FALLBACK\"}").settings())
        .hasToString("{\"retryStrategy\":\"FALLBACK\"}");
  }

  @Test
  void givesANewGroupEveryMemberOfTheAnswer() {
    ObjectNode settings = of("{\"frequency\":\"EVERY_1M\"}").newSettings();
    assertThat(settings.get("frequency").asText()).isEqualTo("EVERY_1M");
    assertThat(settings.get("runtimeId").isNull()).isTrue();
    assertThat(settings.has("retryStrategy")).isFalse();
  }

  @Test
  void rulesSurvivePartsThatViolatedTheSchema() {
    ObjectNode body =
        JsonText.parse(
            "{\"retryStrategy\":{},\"alertSettings\":{},\"browserChecks\":{\"testMatch\":[]}}");
    assertThat(GroupDraftRules.ofDraft(body)).isEmpty();
    assertThat(GroupDraftRules.ofUpdate(body)).isEmpty();
  }

  @Test
  void rulesRefuseSubMinuteRunsOfScripts() {
    ObjectNode body = JsonText.parse("{\"browserChecks\":{\"frequency\":\"EVERY_30S\"}}");
    assertThat(GroupDraftRules.ofUpdate(body))
        .extracting(Violation::path)
        .containsExactly("/browserChecks/frequency");
  }
}
