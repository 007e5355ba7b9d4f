package dev.belfry.monitoring.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code PUT /v2/check-groups/{id}}. */
class UpdateCheckGroupV2IT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String group =
      client
          .post(
              "/v2/check-groups",
              """
              {"name":"Shop","environmentVariables":[{"key":"TOKEN","value":"abc","secret":true},
               {"key":"PLAIN","value":"def"}]}""")
          .hasStatus(201)
          .id();
  private final String path = "/v2/check-groups/" + group;

  private JsonNode update(String members) {
    return client
        .put(path, "{\"name\":\"Shop\"," + members + "}")
        .hasStatus(200)
        .matchesContract("updateCheckGroupV2")
        .json();
  }

  private ApiReply refused(String members) {
    return client.put(path, "{\"name\":\"Shop\"," + members + "}").hasStatus(400);
  }

  /** A check of a type that cannot be made through the API. */
  private void member(String type, String name, int frequency) throws SQLException {
    try (Connection connection = app.database().jdbc();
        PreparedStatement insert =
            connection.prepareStatement(
                """
                INSERT INTO checks (id, account_id, check_type, group_id, settings, created_at)
                VALUES (?, ?, ?, ?, jsonb_build_object('name', ?, 'frequency', ?), now())""")) {
      insert.setObject(1, UUID.randomUUID());
      insert.setObject(2, acme.account());
      insert.setString(3, type);
      insert.setLong(4, Long.parseLong(group));
      insert.setString(5, name);
      insert.setInt(6, frequency);
      insert.executeUpdate();
    }
  }

  private String storedVariables() throws SQLException {
    try (Connection connection = app.database().jdbc();
        PreparedStatement read =
            connection.prepareStatement(
                "SELECT settings ->> 'environmentVariables' FROM check_groups WHERE id = ?")) {
      read.setLong(1, Long.parseLong(group));
      try (ResultSet rows = read.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  private String storedToken(int index) throws SQLException {
    String stored =
        JsonText.parse("{\"all\":" + storedVariables() + "}")
            .at("/all/" + index + "/value")
            .asText();
    assertThat(stored).startsWith("sealed:v1:");
    return new GroupSecrets(app.sealer())
        .unsealed(acme.account(), Long.parseLong(group), "TOKEN", stored);
  }

  @Test
  void keepsThePasswordOfTheDefaultsAndNeverShowsIt() throws SQLException {
    JsonNode shown =
        update(
                """
                "apiCheckDefaults":{"basicAuth":{"username":"u","password":"hunter2"}}""")
            .at("/apiCheckDefaults/basicAuth");
    assertThat(shown.toString()).isEqualTo("{\"password\":null,\"username\":\"u\"}");
    String sealed = storedPassword();
    assertThat(sealed).startsWith("sealed:v1:");
    update("\"apiCheckDefaults\":{\"basicAuth\":{\"username\":\"v\",\"password\":null}}");
    assertThat(storedPassword()).isEqualTo(sealed);
    update("\"apiCheckDefaults\":{\"basicAuth\":{\"username\":\"v\",\"password\":\"\"}}");
    assertThat(storedPassword()).isEmpty();
  }

  private String storedPassword() throws SQLException {
    try (Connection connection = app.database().jdbc();
        PreparedStatement read =
            connection.prepareStatement(
                "SELECT settings #>> '{apiCheckDefaults,basicAuth,password}'"
                    + " FROM check_groups WHERE id = ?")) {
      read.setLong(1, Long.parseLong(group));
      try (ResultSet rows = read.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  @Test
  void handsTheRetriesBackAndTakesThemAway() {
    assertThat(update("\"retryStrategy\":{\"type\":\"LINEAR\"}").at("/retryStrategy/type").asText())
        .isEqualTo("LINEAR");
    assertThat(update("\"muted\":false").at("/retryStrategy/type").asText()).isEqualTo("LINEAR");
    assertThat(update("\"retryStrategy\":null").get("retryStrategy").isNull()).isTrue();
    assertThat(update("\"retryStrategy\":\"FALLBACK\"").get("retryStrategy").asText())
        .isEqualTo("FALLBACK");
  }

  @Test
  void keepsASecretThatComesWithoutItsValue() throws SQLException {
    JsonNode variables =
        update(
                """
                "environmentVariables":[{"key":"NEW","value":"1"},
                 {"key":"TOKEN","value":null,"secret":true}]""")
            .get("environmentVariables");
    assertThat(variables).hasSize(2);
    assertThat(variables.at("/1/value").isNull()).isTrue();
    assertThat(storedVariables()).doesNotContain("def");
    assertThat(storedToken(1)).isEqualTo("abc");
    update("\"environmentVariables\":[{\"key\":\"TOKEN\",\"value\":\"xyz\",\"secret\":true}]");
    assertThat(storedToken(0)).isEqualTo("xyz");
  }

  @Test
  void refusesSecretsWithoutAnyValueAndNeverUncoversOne() {
    client
        .put(
            path,
            """
            {"name":"Shop","environmentVariables":[{"key":"TOKEN","secret":true},
             {"key":"OTHER","secret":true}]}""")
        .isInvalid("/environmentVariables/1/value");
    client
        .put(path, "{\"name\":\"Shop\",\"environmentVariables\":[{\"key\":\"TOKEN\"}]}")
        .isInvalid("/environmentVariables/0/value");
    client
        .put(
            path,
            """
            {"name":"Shop","environmentVariables":[{"key":"TOKEN","secret":true},
             {"key":"TOKEN","value":"1"}]}""")
        .isInvalid("/environmentVariables/1/key");
  }

  @Test
  void refusesAHighFrequencyWithAMemberThatDoesNotSupportIt() throws SQLException {
    member("BROWSER", "Checkout", 10);
    member("TCP", "Socket", 0);
    refused("\"frequency\":\"EVERY_10S\"").isInvalid("/frequency");
    assertThat(refused("\"frequency\":\"EVERY_10S\"").text())
        .contains("Checkout", "BROWSER")
        .doesNotContain("Socket");
    update("\"frequency\":\"EVERY_1M\"");
  }

  @Test
  void refusesSettingsThatSomeMemberDoesNotSupport() throws SQLException {
    member("TCP", "Socket", 1);
    assertThat(
            refused("\"retryStrategy\":{\"type\":\"FIXED\",\"onlyOn\":[\"NETWORK_ERROR\"]}").text())
        .contains("/retryStrategy/onlyOn", "Socket");
    update("\"retryStrategy\":{\"type\":\"FIXED\"}");
    member("HEARTBEAT", "Backup", 10);
    client
        .put(
            path, "{\"name\":\"Shop\",\"runParallel\":true,\"retryStrategy\":{\"type\":\"FIXED\"}}")
        .isInvalid("/runParallel", "/retryStrategy");
    assertThat(client.get("/v1/check-groups/" + group).at("/runParallel").isNull()).isTrue();
  }

  @Test
  void replacesTheSubscriptions() {
    String channel =
        client
            .post(
                "/v1/alert-channels",
                "{\"type\":\"SLACK\",\"config\":{\"url\":\"https://x.example/\"}}")
            .hasStatus(201)
            .id();
    String list = "\"alertChannelSubscriptions\":[{\"alertChannelId\":%s,\"activated\":%s}]";
    assertThat(update(list.formatted(channel, false)).at("/alertChannelSubscriptions/0/activated"))
        .isEqualTo(BooleanNode.FALSE);
    assertThat(update("\"muted\":true").get("alertChannelSubscriptions")).hasSize(1);
    assertThat(update("\"alertChannelSubscriptions\":[]").get("alertChannelSubscriptions"))
        .isEmpty();
    refused(list.formatted(9007199254740991L, true)).isInvalid("/alertChannelSubscriptions");
  }

  @Test
  void requiresTheNameAndNamesEveryOffendingField() {
    client
        .put(path, "{\"frequency\":5,\"browserChecks\":{\"frequency\":\"EVERY_20S\"}}")
        .isInvalid("/name", "/frequency", "/browserChecks/frequency");
  }

  @Test
  void isForWriteKeysOfTheAccountOnly() {
    Access access = new Access(app, acme);
    access.requireForWriting("PUT", path, "{\"name\":\"X\"}");
    access.requireHidden("PUT", path, "{\"name\":\"X\"}");
    client.put("/v2/check-groups/999999999999999", "{\"name\":\"X\"}").isNotFound();
  }
}
