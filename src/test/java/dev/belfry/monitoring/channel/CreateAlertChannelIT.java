package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code POST /v1/alert-channels}. */
class CreateAlertChannelIT {
  private static final String PATH = "/v1/alert-channels";
  private static final String EMAIL =
      "{\"type\":\"EMAIL\",\"config\":{\"address\":\"ops@example.com\"}}";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  private JsonNode create(String body) {
    return client.post(PATH, body).hasStatus(201).matchesContract("createAlertChannel").json();
  }

  @Test
  void fillsInTheDocumentedDefaults() {
    JsonNode channel = create(EMAIL);
    assertThat(channel.get("sendRecovery").asBoolean()).isTrue();
    assertThat(channel.get("sendFailure").asBoolean()).isTrue();
    assertThat(channel.path("sendDegraded").isBoolean()).isTrue();
    assertThat(channel.path("sslExpiry").isBoolean()).isTrue();
    assertThat(channel.path("autoSubscribe").isBoolean()).isTrue();
    assertThat(channel.get("sslExpiryThreshold").asInt()).isEqualTo(30);
    assertThat(channel.get("subscriptions")).isEmpty();
    assertThat(channel.get("updated_at").isNull()).isTrue();
  }

  @Test
  void saysThatNoMailIsSentWithoutAMailServer() {
    JsonNode health = create(EMAIL).path("health");
    assertThat(health.path("status").asText()).isEqualTo("NOT_CONFIGURED");
    assertThat(health.path("lastError").asText()).contains("BELFRY_SMTP_URL");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EMAIL|{'address':'a@b.example'}|{'address':'a@b.example'}",
        "SLACK|{'url':'https://x.example/','channel':'#ops'}"
            + "|{'url':'https://x.example/','channel':'#ops'}",
        "SLACK_APP|{'channel':'#ops','slackChannels':null}|{'channel':'#ops'}",
        "SLACK_APP|{'slackChannels':['#ops','C024BE91L']}|{'slackChannels':['#ops','C024BE91L']}",
        "WEBHOOK|{'url':'https://x.example/','webhookSecret':'s3cret','address':'a'}|{'url':"
            + "'https://x.example/','method':'POST','headers':[],'queryParameters':[]}",
        "SMS|{'number':'+4930123456','name':'Ann'}|{'number':'+4930123456','name':'Ann'}",
        "CALL|{'number':'+4930123456'}|{'number':'+4930123456'}",
        "OPSGENIE|{'name':'o','apiKey':'s3cret','region':'EU'}|{'name':'o','region':'EU'}",
        "PAGERDUTY|{'serviceKey':'s3cret','serviceName':'p'}|{'serviceName':'p'}"
      })
  void showsTheMembersOfTheTypeWithoutSecrets(String type, String sent, String shown)
      throws IOException {
    JsonNode channel =
        create("{\"type\":\"%s\",\"config\":%s}".formatted(type, sent.replace('\'', '"')));
    assertThat(channel.get("type").asText()).isEqualTo(type);
    assertThat(channel.get("config"))
        .isEqualTo(new ObjectMapper().readTree(shown.replace('\'', '"')));
    assertThat(client.get(PATH).text()).doesNotContain("s3cret");
    assertThat(client.get(PATH + "/" + channel.get("id")).json()).isEqualTo(channel);
  }

  @Test
  void subscribesChecksAndGroupsAtOnce() {
    String group = client.post("/v2/check-groups", "{\"name\":\"Shop\"}").id();
    String check = check(client);
    JsonNode subscriptions =
        create(
                """
                {"type":"EMAIL","config":{"address":"ops@example.com"},"subscriptions":
                 [{"checkId":"%s","activated":true},{"groupId":%s,"activated":false}]}"""
                    .formatted(check, group))
            .get("subscriptions");
    assertThat(subscriptions).hasSize(2);
    assertThat(subscriptions.at("/0/checkId").asText()).isEqualTo(check);
    assertThat(subscriptions.at("/1/groupId").asText()).isEqualTo(group);
    assertThat(subscriptions.at("/1/activated").asBoolean()).isFalse();
  }

  private static String check(ApiClient client) {
    return client
        .post(
            "/v1/checks/url", "{\"name\":\"Home\",\"request\":{\"url\":\"https://example.com/\"}}")
        .hasStatus(201)
        .id();
  }

  @Test
  void refusesChecksAndGroupsThatAreNotThere() {
    String foreign = check(app.as(app.newTenant()));
    client
        .post(
            PATH,
            """
            {"type":"EMAIL","config":{"address":"ops@example.com"},"subscriptions":
             [{"checkId":"%s","activated":true},{"checkId":"%s","activated":true},
              {"checkId":"%s","activated":true},{"groupId":9007199254740991,"activated":true}]}"""
                .formatted(check(client), foreign, new UUID(0, 1)))
        .isInvalid(
            "/subscriptions/1/checkId", "/subscriptions/2/checkId", "/subscriptions/3/groupId");
    assertThat(client.get(PATH).json()).isEmpty();
  }

  @Test
  void namesEveryOffendingFieldAtOnce() {
    client
        .post(
            PATH,
            """
            {"type":"WEBHOOK","config":{"url":"nowhere","method":"SEND","headers":[{}]},
             "sslExpiryThreshold":31,"sendFailure":null,
             "subscriptions":[{"activated":true},{"groupId":1,"checkId":"x"}]}""")
        .isInvalid(
            "/config/url",
            "/config/method",
            "/config/headers/0/key",
            "/sslExpiryThreshold",
            "/sendFailure",
            "/subscriptions/0/checkId",
            "/subscriptions/1/activated",
            "/subscriptions/1/checkId");
    client.post(PATH, "{\"type\":\"PIGEON\"}").isInvalid("/type", "/config");
    client.post(PATH, "{\"type\":\"EMAIL\",\"config\":{}}").isInvalid("/config/address");
  }

  @Test
  void isForWriteKeysOfTheAccountOnly() {
    new Access(app, acme).requireForWriting("POST", PATH, EMAIL);
  }
}
