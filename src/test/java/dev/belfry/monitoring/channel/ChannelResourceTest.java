package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.testing.ResourceReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChannelResourceTest {
  private final ChannelResource resource =
      new ChannelResource(
          Sealer.of(List.of("any secret at all")), new ChannelAvailability(Map.of()));
  private final ResourceReader reader = new ResourceReader(resource);

  @Test
  void refersToNothing() {
    assertThat(resource.type()).isEqualTo(ResourceType.ALERT_CHANNEL);
    assertThat(resource.references()).isEmpty();
  }

  @Test
  void fillsInTheFlags() {
    ResourceReader.assertSame(
        reader.document("{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"}}"),
        JsonText.parse(
            """
            {"type":"EMAIL","config":{"address":"a@e.org"},"sendRecovery":true,
             "sendFailure":true,"sendDegraded":false,"sslExpiry":false,
             "sslExpiryThreshold":30,"escalateAfterMinutes":0,"autoSubscribe":false}"""));
  }

  @Test
  void asksForReportsOrNot() {
    String mail = "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"}%s}";
    assertThat(reader.document(mail.formatted(",\"objectiveReport\":true")).path("objectiveReport"))
        .hasToString("true");
    ResourceReader.assertSame(
        reader.document(mail.formatted(",\"objectiveReport\":false")),
        reader.document(mail.formatted("")));
  }

  @Test
  void keepsWhatBelongsToTheTypeAndHasAValue() {
    ObjectNode document =
        reader.document(
            """
            {"type":"WEBHOOK","subscriptions":1,"config":{"url":"https://e.org/h","name":null,
             "webhookSecret":"","address":"a@e.org","headers":[{"key":"X","value":"1"}]}}""");
    assertThat(document.get("config"))
        .isEqualTo(
            JsonText.parse(
                """
                {"url":"https://e.org/h","method":"POST","queryParameters":[],
                 "headers":[{"key":"X","value":"1","locked":false}]}"""));
    assertThat(document.has("subscriptions")).isFalse();
  }

  @Test
  void masksSecretsInACopy() {
    ObjectNode document =
        reader.document(
            """
            {"type":"OPSGENIE","config":{"name":"n","apiKey":"hidden","region":"EU"}}""");
    assertThat(resource.masked(document).get("config"))
        .isEqualTo(JsonText.parse("{\"name\":\"n\",\"apiKey\":\"****\",\"region\":\"EU\"}"));
    assertThat(document.toString()).contains("hidden");
  }

  @Test
  void namesEveryFieldThatIsWrongButNoSecret() {
    String payload =
        """
        {"type":"WEBHOOK","sslExpiryThreshold":31,
         "config":{"url":"gopher","webhookSecret":["hidden"],"template":"{{#if}}"}}""";
    assertThat(reader.paths(payload))
        .contains("/sslExpiryThreshold", "/config/url", "/config/webhookSecret");
    assertThat(reader.violations(payload).toString()).doesNotContain("hidden");
    assertThat(reader.paths("{\"type\":\"PAGERDUTY\",\"config\":{}}"))
        .containsExactly("/config/serviceKey");
    assertThat(reader.paths("{\"type\":\"FAX\"}")).containsExactlyInAnyOrder("/type", "/config");
  }
}
