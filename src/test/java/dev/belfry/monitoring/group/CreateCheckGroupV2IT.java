package dev.belfry.monitoring.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import org.junit.jupiter.api.Test;

/** {@code POST /v2/check-groups}. */
class CreateCheckGroupV2IT {
  private static final String PATH = "/v2/check-groups";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  private JsonNode create(String body) {
    return client.post(PATH, body).hasStatus(201).matchesContract("createCheckGroupV2").json();
  }

  private String channel() {
    return client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"EMAIL\",\"config\":{\"address\":\"ops@example.com\"}}")
        .hasStatus(201)
        .id();
  }

  @Test
  void answersNullForWhatIsNotSet() {
    JsonNode group = create("{\"name\":\"Shop\"}");
    for (String unset :
        new String[] {
          "useGlobalAlertSettings", "alertSettings", "runParallel", "runtimeId", "privateLocations",
          "setupSnippetId", "localSetupScript", "frequency", "browserChecks", "multistepChecks",
          "updated_at"
        }) {
      assertThat(group.path(unset).isNull()).as(unset).isTrue();
    }
    assertThat(group.get("retryStrategy").asText()).isEqualTo("FALLBACK");
    assertThat(group.get("doubleCheck").asBoolean()).isFalse();
    assertThat(group.get("concurrency").asInt()).isEqualTo(10);
    assertThat(group.get("alertChannelSubscriptions")).isEmpty();
  }

  @Test
  void storesTheDeclarativeSettings() {
    JsonNode group =
        create(
            """
            {"name":"Shop","frequency":"EVERY_5M","retryStrategy":{"type":"FIXED","onlyOn":
             "NETWORK_ERROR"},"browserChecks":{"frequency":"EVERY_1H","testMatch":["a","b"]}}""");
    assertThat(group.get("frequency").asText()).isEqualTo("EVERY_5M");
    assertThat(group.at("/browserChecks/testMatch/1").asText()).isEqualTo("b");
    assertThat(group.at("/retryStrategy/onlyOn/0").asText()).isEqualTo("NETWORK_ERROR");
    assertThat(group.at("/retryStrategy/baseBackoffSeconds").asInt()).isEqualTo(60);
    assertThat(create("{\"name\":\"None\",\"retryStrategy\":null}").get("retryStrategy").isNull())
        .isTrue();
  }

  @Test
  void neverShowsTheValueOfASecretVariable() {
    JsonNode group =
        create(
            """
            {"name":"Shop","environmentVariables":[{"key":"TOKEN","value":"abc","secret":true},
             {"key":"PLAIN","value":"def","locked":true}]}""");
    JsonNode variables = group.get("environmentVariables");
    assertThat(variables.at("/0/value").isNull()).isTrue();
    assertThat(variables.at("/0/secret").asBoolean()).isTrue();
    assertThat(variables.at("/1/value").asText()).isEqualTo("def");
    assertThat(client.get("/v1/check-groups").text()).contains("def").doesNotContain("abc");
    assertThat(client.get("/v1/check-groups/" + group.get("id")).json()).isEqualTo(group);
  }

  @Test
  void subscribesToEveryChannelUnlessToldNotTo() {
    String first = channel();
    String second = channel();
    String body = "{\"name\":\"Shop\",\"alertChannelSubscriptions\":[{\"alertChannelId\":%s,%s}]}";
    JsonNode all = create(body.formatted(second, "\"activated\":false"));
    assertThat(all.get("alertChannelSubscriptions").toString())
        .isEqualTo(
            "[{\"alertChannelId\":%s,\"activated\":true},{\"alertChannelId\":%s,\"activated\":false}]"
                .formatted(first, second));
    JsonNode named =
        client
            .post(PATH + "?autoAssignAlerts=false", body.formatted(second, "\"activated\":true"))
            .hasStatus(201)
            .json();
    assertThat(named.get("alertChannelSubscriptions")).hasSize(1);
  }

  @Test
  void refusesChannelsThatAreNotThere() {
    String foreign =
        app.as(app.newTenant())
            .post(
                "/v1/alert-channels",
                "{\"type\":\"EMAIL\",\"config\":{\"address\":\"ops@example.com\"}}")
            .id();
    client
        .post(
            PATH,
            """
            {"name":"Shop","alertChannelSubscriptions":
             [{"alertChannelId":%s,"activated":true}]}"""
                .formatted(foreign))
        .isInvalid("/alertChannelSubscriptions");
    assertThat(client.get("/v1/check-groups").json()).isEmpty();
  }

  @Test
  void namesEveryOffendingFieldAtOnce() {
    client
        .post(
            PATH,
            """
            {"name":"","frequency":"EVERY_7M","retryStrategy":"NEVER",
             "browserChecks":{"frequency":"EVERY_10S"},"multistepChecks":{"frequency":"EVERY_30S"},
             "environmentVariables":[{"key":"T","secret":true,"value":null}],
             "alertChannelSubscriptions":[{"alertChannelId":1,"activated":true},
               {"alertChannelId":1,"activated":false}]}""")
        .isInvalid(
            "/name",
            "/frequency",
            "/retryStrategy",
            "/browserChecks/frequency",
            "/multistepChecks/frequency",
            "/environmentVariables/0/value",
            "/alertChannelSubscriptions/1/alertChannelId");
  }

  @Test
  void isForWriteKeysOfTheAccountOnly() {
    new Access(app, acme).requireForWriting("POST", PATH, "{\"name\":\"X\"}");
  }
}
