package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The Go SDK reads null as an empty text and sends that back. So it is shown a mask for a secret,
 * which it may send back without harm (ADR 52).
 */
class GoSdkSecretsIT {
  private static final String MASK = "****";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient people = app.as(acme);
  private final ApiClient sdk = people.with("x-checkly-source", "TF");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /v1/alert-channels | /v1/alert-channels/ID | {"type":"WEBHOOK","config":{"name":"w","url":"http://127.0.0.1:9/","webhookSecret":"s3cret"}} | /config/webhookSecret | alert_channels | json_build_object('config', config)
          /v1/alert-channels | /v1/alert-channels/ID | {"type":"OPSGENIE","config":{"name":"o","region":"EU","priority":"P1","apiKey":"s3cret"}} | /config/apiKey | alert_channels | json_build_object('config', config)
          /v1/alert-channels | /v1/alert-channels/ID | {"type":"PAGERDUTY","config":{"serviceKey":"s3cret"}} | /config/serviceKey | alert_channels | json_build_object('config', config)
          /v2/check-groups | /v1/check-groups/ID | {"name":"g","environmentVariables":[{"key":"S","value":"s3cret","secret":true},{"key":"P","value":"****"}]} | /environmentVariables/0/value | check_groups | settings
          /v2/check-groups | /v1/check-groups/ID | {"name":"g","apiCheckDefaults":{"url":"","basicAuth":{"username":"u","password":"s3cret"}}} | /apiCheckDefaults/basicAuth/password | check_groups | settings
          /v1/checks/api | /v1/checks/ID | {"name":"a","environmentVariables":[{"key":"S","value":"s3cret","secret":true}],"request":{"url":"http://127.0.0.1:1/"}} | /environmentVariables/0/value | checks | settings
          /v1/checks/api | /v1/checks/ID | {"name":"a","request":{"url":"http://127.0.0.1:1/","basicAuth":{"username":"u","password":"s3cret"}}} | /request/basicAuth/password | checks | settings
          """)
  void maskStandsForASecretAndKeepsIt(
      String create, String path, String body, String secret, String table, String column)
      throws SQLException {
    people.post(create, body.replace("s3cret", MASK)).hasStatus(400);
    ApiReply made = sdk.post(create, body).hasStatus(201);
    assertThat(made.at(secret).asText()).isEqualTo(MASK);
    String one = path.replace("ID", made.id());
    assertThat(people.get(one).at(secret).isTextual()).as("shown to others").isFalse();
    JsonNode stored = stored(table, column, secret);
    assertThat(stored.asText()).isNotEmpty().doesNotContain("s3cret", MASK);
    ObjectNode changed = JsonText.parse(body.replace("s3cret", MASK));
    changed.put("muted", true);
    String update = create.startsWith("/v2") ? one.replace("/v1/", "/v2/") : update(create, one);
    for (ApiClient client : new ApiClient[] {sdk, people}) {
      client.put(update, changed.toString()).hasStatus(200);
      assertThat(stored(table, column, secret)).as("stored").isEqualTo(stored);
    }
    assertThat(sdk.get(one).at(secret).asText()).isEqualTo(MASK);
  }

  @Test
  void secretThatIsRemovedIsRemoved() throws SQLException {
    String config =
        "{\"type\":\"WEBHOOK\",\"config\":{\"name\":\"w\",\"url\":\"http://127.0.0.1:9/\"%s}}";
    String id =
        sdk.post("/v1/alert-channels", config.formatted(",\"webhookSecret\":\"s3cret\""))
            .hasStatus(201)
            .id();
    people.put("/v1/alert-channels/" + id, config.formatted("")).hasStatus(200);
    assertThat(sdk.get("/v1/alert-channels/" + id).at("/config/webhookSecret").asText())
        .isEqualTo(MASK);
    sdk.put("/v1/alert-channels/" + id, config.formatted("")).hasStatus(200);
    assertThat(sdk.get("/v1/alert-channels/" + id).at("/config").has("webhookSecret")).isFalse();
  }

  @Test
  void secretVariableOfTheAccountIsKeptByAMask() throws SQLException {
    String body = "{\"key\":\"S\",\"value\":\"%s\",\"locked\":%b,\"secret\":true}";
    sdk.post("/v1/variables", body.formatted(MASK, false)).hasStatus(400);
    sdk.post("/v1/variables", body.formatted("s3cret", false)).hasStatus(201);
    JsonNode stored = variable();
    assertThat(sdk.put("/v1/variables/S", body.formatted(MASK, true)).hasStatus(200).at("/locked"))
        .isEqualTo(JsonText.parse("{\"v\":true}").get("v"));
    assertThat(variable()).isEqualTo(stored);
    sdk.put("/v1/variables/S", body.formatted("other", true)).hasStatus(200);
    assertThat(variable()).isNotEqualTo(stored);
  }

  private static String update(String create, String one) {
    return create.contains("channels") ? one : one.replace("/checks/", "/checks/api/");
  }

  private JsonNode variable() throws SQLException {
    return JsonText.parse(
            query(
                "SELECT json_build_object('v', value)::text FROM variables"
                    + " WHERE account_id = '%s'".formatted(acme.account())))
        .get("v");
  }

  private JsonNode stored(String table, String column, String secret) throws SQLException {
    return JsonText.parse(
            query(
                "SELECT %s::text FROM %s WHERE account_id = '%s'"
                    .formatted(column, table, acme.account())))
        .at(secret);
  }

  private String query(String sql) throws SQLException {
    try (Connection connection = app.database().jdbc();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }
}
