package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** {@code PUT /v1/alert-channels/{id}}. */
class UpdateAlertChannelIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String channel =
      client
          .post(
              "/v1/alert-channels",
              """
              {"type":"WEBHOOK","sendDegraded":true,"config":{"name":"Bot","method":"PUT",
               "url":"https://bot.example/","webhookSecret":"s3cret","template":"{}"}}""")
          .hasStatus(201)
          .id();
  private final String path = "/v1/alert-channels/" + channel;

  private JsonNode update(String body) {
    return client.put(path, body).hasStatus(200).matchesContract("updateAlertChannel").json();
  }

  private String stored() throws SQLException {
    try (Connection connection = app.database().jdbc();
        PreparedStatement read =
            connection.prepareStatement("SELECT config::text FROM alert_channels WHERE id = ?")) {
      read.setLong(1, Long.parseLong(channel));
      try (ResultSet rows = read.executeQuery()) {
        rows.next();
        String config = rows.getString(1);
        assertThat(config).doesNotContain("s3cret");
        return new ChannelSecrets(app.sealer())
            .unsealed(acme.account(), Long.parseLong(channel), JsonText.parse(config))
            .toString();
      }
    }
  }

  @Test
  void needsNoFieldAndKeepsWhatIsAbsent() throws SQLException {
    JsonNode before = client.get(path).json();
    JsonNode after = update("{}");
    assertThat(after.get("updated_at").isTextual()).isTrue();
    assertThat(((ObjectNode) after).putNull("updated_at")).isEqualTo(before);
    assertThat(stored()).contains("s3cret");
    assertThat(update("{\"sendFailure\":false}").get("sendDegraded").asBoolean()).isTrue();
  }

  @Test
  void replacesTheConfigurationButKeepsASecretThatIsNotMentioned() throws SQLException {
    JsonNode config = update("{\"config\":{\"url\":\"https://new.example/\"}}").get("config");
    assertThat(config.get("method").asText()).isEqualTo("POST");
    assertThat(config.has("template")).isFalse();
    assertThat(stored()).contains("s3cret", "new.example");
    update("{\"config\":{\"url\":\"https://new.example/\",\"webhookSecret\":null}}");
    assertThat(stored()).doesNotContain("webhookSecret");
  }

  @Test
  void forgetsEverythingOfAnotherType() throws SQLException {
    client.put(path, "{\"type\":\"PAGERDUTY\"}").isInvalid("/config/serviceKey");
    update("{\"type\":\"EMAIL\",\"config\":{\"address\":\"ops@example.com\",\"url\":\"x\"}}");
    assertThat(stored()).isEqualTo("{\"address\":\"ops@example.com\"}");
    client
        .put(path, "{\"type\":\"WEBHOOK\",\"config\":{\"url\":\"https://bot.example/\"}}")
        .hasStatus(200);
    assertThat(stored()).doesNotContain("s3cret");
  }

  @Test
  void judgesAConfigurationByTheStoredType() {
    client.put(path, "{\"config\":{\"name\":\"x\"}}").isInvalid("/config/url");
    client
        .put(path, "{\"type\":\"OPSGENIE\",\"config\":{\"name\":\"x\"}}")
        .isInvalid("/config/apiKey");
  }

  @Test
  void replacesTheSubscriptionsAndKeepsTheIdsOfThoseThatStay() {
    String group = client.post("/v2/check-groups?autoAssignAlerts=false", "{\"name\":\"A\"}").id();
    String other = client.post("/v2/check-groups?autoAssignAlerts=false", "{\"name\":\"B\"}").id();
    String one = "{\"groupId\":%s,\"checkId\":null,\"activated\":%s}";
    JsonNode first =
        update("{\"subscriptions\":[" + one.formatted(group, true) + "]}").get("subscriptions");
    JsonNode second =
        update(
                "{\"subscriptions\":[%s,%s]}"
                    .formatted(one.formatted(group, false), one.formatted(other, true)))
            .get("subscriptions");
    assertThat(second).hasSize(2);
    assertThat(second.at("/0/id")).isEqualTo(first.at("/0/id"));
    assertThat(second.at("/0/activated").asBoolean()).isFalse();
    assertThat(update("{\"sslExpiry\":true}").get("subscriptions")).isEqualTo(second);
    assertThat(update("{\"subscriptions\":[]}").get("subscriptions")).isEmpty();
    client
        .put(path, "{\"subscriptions\":[{\"groupId\":9007199254740991,\"activated\":true}]}")
        .isInvalid("/subscriptions/0/groupId");
  }

  @Test
  void namesEveryOffendingFieldAtOnce() {
    client
        .put(
            path,
            """
            {"type":"EMAIL","config":{"address":"nobody"},"sslExpiryThreshold":0,
             "autoSubscribe":"yes","subscriptions":[{"activated":true}]}""")
        .isInvalid(
            "/config/address", "/sslExpiryThreshold", "/autoSubscribe", "/subscriptions/0/checkId");
  }

  @Test
  void isForWriteKeysOfTheAccountOnly() {
    Access access = new Access(app, acme);
    access.requireForWriting("PUT", path, "{}");
    access.requireHidden("PUT", path, "{}");
    client.put("/v1/alert-channels/999999999999999", "{}").isNotFound();
  }

  @Test
  void keepsQuietHoursUntilTheyAreReplaced() {
    String night = "{\"timeZone\":\"Europe/Berlin\",\"from\":\"22:00\",\"to\":\"07:00\"}";
    update("{\"quietHours\":[" + night + "]}");
    JsonNode kept = update("{\"sendFailure\":true}").get("quietHours");
    assertThat(kept.at("/0/timeZone").asText()).isEqualTo("Europe/Berlin");
    client
        .put(path, "{\"quietHours\":[" + night.replace("Berlin", "Atlantis") + "]}")
        .isInvalid("/quietHours/0/timeZone");
    client
        .put(path, "{\"quietHours\":[" + night.replace("22:00", "24:00") + "]}")
        .isInvalid("/quietHours/0/from");
    assertThat(update("{\"quietHours\":[]}").get("quietHours")).isEmpty();
  }

  @Test
  void onlyAChannelOfTypeEmailAsksForReports() {
    String slack = "\"type\":\"SLACK\",\"config\":{\"url\":\"https://e.org/hook\"}";
    client.put(path, "{" + slack + ",\"objectiveReport\":true}").isInvalid("/objectiveReport");
    client
        .post("/v1/alert-channels", "{" + slack + ",\"objectiveReport\":true}")
        .isInvalid("/objectiveReport");
    String mail =
        client
            .post(
                "/v1/alert-channels",
                "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"},\"objectiveReport\":true}")
            .hasStatus(201)
            .id();
    String address = "/v1/alert-channels/" + mail;
    assertThat(client.put(address, "{}").json().get("objectiveReport").asBoolean()).isTrue();
    client.put(address, "{" + slack + "}").isInvalid("/objectiveReport");
    client.put(address, "{" + slack + ",\"objectiveReport\":false}").hasStatus(200);
  }
}
