package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests in the exact shapes of the Go SDK, and so of the Terraform provider (wire contract 5):
 * what a resource is made of comes back as it was sent, and what was not set comes back unset.
 */
class GoSdkShapesIT {
  private static final String ZERO = "0001-01-01T00:00:00Z";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client =
      app.as(acme)
          .with("x-checkly-account", acme.account().toString())
          .with("x-checkly-source", "go-sdk");
  private final SdkLife sdk = new SdkLife(client);

  private static String monitor(String name, String more) {
    return """
        {"id":"","name":"%s","checkType":"URL","frequency":10,"activated":true,"muted":false,
         "shouldFail":false,"runParallel":false,"locations":["eu-west-1","us-east-1"],
         "useGlobalAlertSettings":true,"created_at":"%s","updated_at":"%s","doubleCheck":false,
         "groupId":null,"request":{"method":"GET","url":"https://example.org","body":"",
          "headers":null,"queryParameters":null,"followRedirects":true,"skipSSL":false,
          "ipFamily":"IPv4","assertions":[{"edit":false,"order":0,"arrayIndex":0,
           "arraySelector":0,"source":"STATUS_CODE","property":"","comparison":"EQUALS",
           "target":"200"}]}%s}"""
        .formatted(name, ZERO, ZERO, more);
  }

  private JsonNode monitorLives(String more) {
    return sdk.lives(
        "/v1/checks/url?autoAssignAlerts=false",
        "/v1/checks/url/ID?autoAssignAlerts=false",
        "/v1/checks/ID",
        monitor("One", more),
        monitor("Two", more));
  }

  @Test
  void urlMonitorWithLittleSetHasLittleSet() {
    client
        .post("/v1/alert-channels", "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"}}")
        .hasStatus(201);
    JsonNode stored = monitorLives("");
    for (String unset : List.of("groupId", "groupOrder", "runtimeId", "retryStrategy")) {
      assertThat(stored.path(unset).isNull()).as(unset).isTrue();
    }
    assertThat(stored.path("tags")).isEmpty();
    assertThat(stored.path("alertChannelSubscriptions")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"retryStrategy\":null",
        "\"retryStrategy\":{\"type\":\"SINGLE_RETRY\",\"baseBackoffSeconds\":30,"
            + "\"sameRegion\":false}",
        "\"retryStrategy\":{\"type\":\"FIXED\",\"baseBackoffSeconds\":60,\"maxRetries\":2,"
            + "\"maxDurationSeconds\":600,\"sameRegion\":true,\"onlyOn\":[\"NETWORK_ERROR\"]}",
        "\"retryStrategy\":{\"type\":\"LINEAR\",\"baseBackoffSeconds\":60,\"maxRetries\":2,"
            + "\"maxDurationSeconds\":600,\"sameRegion\":true,\"onlyOn\":\"NETWORK_ERROR\"}",
        "\"frequencyOffset\":10,\"tags\":[\"b\",\"a\"],\"degradedResponseTime\":2500,"
            + "\"maxResponseTime\":20000",
        "\"alertSettings\":{\"escalationType\":\"RUN_BASED\",\"runBasedEscalation\":"
            + "{\"failedRunThreshold\":3},\"timeBasedEscalation\":{},\"reminders\":{\"amount\":2,"
            + "\"interval\":10},\"parallelRunFailureThreshold\":{\"enabled\":true,"
            + "\"percentage\":50},\"sslCertificates\":{}}",
        "\"alertSettings\":{\"escalationType\":\"TIME_BASED\",\"runBasedEscalation\":{},"
            + "\"timeBasedEscalation\":{\"minutesFailingThreshold\":15},\"reminders\":{}}",
        "\"alertChannelSubscriptions\":[],\"privateLocations\":[],\"description\":\"d\"",
        "\"runtimeId\":\"2025.04\",\"groupOrder\":3"
      })
  void urlMonitorComesBackAsItWasSet(String more) {
    monitorLives("," + more);
  }

  @Test
  void triggerIncidentAndGroupComeBackAndAreUnsetAgain() {
    String service = client.post("/v1/status-pages/services", "{\"name\":\"Web\"}").id();
    String group = client.post("/v2/check-groups", "{\"name\":\"g\"}").id();
    String trigger =
        ",\"triggerIncident\":{\"serviceId\":\"%s\",\"severity\":\"MAJOR\",\"name\":\"n\",\"description\":\"d\",\"notifySubscribers\":true}"
            .formatted(service);
    monitorLives(trigger);
    String grouped = monitor("One", "").replace("\"groupId\":null", "\"groupId\":" + group);
    String id = client.post("/v1/checks/url?autoAssignAlerts=false", grouped).hasStatus(201).id();
    ApiReply out =
        client.put("/v1/checks/url/" + id + "?autoAssignAlerts=false", monitor("One", ""));
    assertThat(out.hasStatus(200).at("/groupId").isNull()).isTrue();
  }

  private static String group(String name, String more) {
    return """
        {"id":0,"name":"%s","activated":true,"muted":false,"tags":null,"locations":["eu-west-1"],
         "concurrency":3,"environmentVariables":null,"created_at":"","updated_at":"",
         "apiCheckDefaults":{"url":"","headers":[],"queryParameters":[],"assertions":[],
          "basicAuth":{"username":"","password":""}}%s}"""
        .formatted(name, more);
  }

  @Test
  void groupOfTheFirstGenerationLives() {
    String more =
        """
        ,"doubleCheck":false,"useGlobalAlertSettings":true,"runParallel":false,"retryStrategy":null,
         "alertSettings":{"escalationType":"RUN_BASED","runBasedEscalation":
          {"failedRunThreshold":1},"timeBasedEscalation":{},"reminders":{},"sslCertificates":{},
          "parallelRunFailureThreshold":{}}""";
    sdk.lives(
        "/v1/check-groups?autoAssignAlerts=false",
        "/v1/check-groups/ID?autoAssignAlerts=false",
        "/v1/check-groups/ID",
        group("One", more),
        group("Two", more));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          null  | null       | null
          true  | "FALLBACK" | true
          false | null       | false
          null  | {"type":"FIXED","baseBackoffSeconds":60,"maxRetries":2,"maxDurationSeconds":600,"sameRegion":true} | null
          """)
  void groupOfTheSecondGenerationKeepsWhatIsUnset(
      String useGlobal, String retryStrategy, String runParallel) {
    String more =
        """
        ,"useGlobalAlertSettings":%s,"alertSettings":null,"retryStrategy":%s,"runParallel":%s,
         "runtimeId":null,"setupSnippetId":null,"tearDownSnippetId":null"""
            .formatted(useGlobal, retryStrategy, runParallel);
    sdk.lives(
        "/v2/check-groups?autoAssignAlerts=false",
        "/v2/check-groups/ID?autoAssignAlerts=false",
        "/v1/check-groups/ID",
        group("One", more),
        group("Two", more));
  }

  @Test
  void groupOfTheSecondGenerationWithNothingSetHasNothingSet() {
    JsonNode stored =
        sdk.lives(
            "/v2/check-groups?autoAssignAlerts=false",
            "/v2/check-groups/ID?autoAssignAlerts=false",
            "/v1/check-groups/ID",
            "{\"name\":\"One\"}",
            "{\"name\":\"Two\"}");
    for (String unset : List.of("useGlobalAlertSettings", "alertSettings", "runParallel")) {
      assertThat(stored.path(unset).isNull()).as(unset).isTrue();
    }
    assertThat(stored.path("retryStrategy").asText()).isEqualTo("FALLBACK");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          EMAIL   | {"address":"a@example.org"}
          SLACK   | {"url":"https://example.org/slack","channel":"#ops"}
          SMS     | {"name":"On call","number":"+15555550100"}
          WEBHOOK | {"name":"Hook","url":"https://example.org/hook","method":"POST","template":"{}","webhookSecret":"","webhookType":"","headers":[{"key":"a","value":"b","locked":false}],"queryParameters":[]}
          """)
  void alertChannelLivesAndItsFlagsAreNeverNull(String type, String config) {
    String body =
        """
        {"id":0,"type":"%s","config":%s,"created_at":"%s","updated_at":"%s",
         "sendRecovery":true,"sendFailure":true,"sendDegraded":%s,"sslExpiry":false,
         "sslExpiryThreshold":30,"autoSubscribe":false}""";
    JsonNode stored =
        sdk.lives(
            "/v1/alert-channels",
            "/v1/alert-channels/ID",
            "/v1/alert-channels/ID",
            body.formatted(type, config, ZERO, ZERO, "false"),
            body.formatted(type, config, ZERO, ZERO, "true"));
    for (String flag : List.of("sendRecovery", "sendFailure", "sendDegraded", "autoSubscribe")) {
      assertThat(stored.path(flag).isBoolean()).as(flag).isTrue();
    }
    ApiReply bare =
        client.post("/v1/alert-channels", "{\"type\":\"" + type + "\",\"config\":" + config + "}");
    assertThat(bare.hasStatus(201).at("/sslExpiry").isBoolean()).isTrue();
    assertThat(bare.at("/sslExpiryThreshold").isInt()).isTrue();
  }

  @Test
  void serviceAndStatusPageLive() {
    sdk.lives(
        "/v1/status-pages/services",
        "/v1/status-pages/services/ID",
        "/v1/status-pages/services/ID",
        "{\"id\":\"\",\"name\":\"Web\"}",
        "{\"id\":\"\",\"name\":\"Shop\"}");
    String service = client.post("/v1/status-pages/services", "{\"name\":\"Web\"}").id();
    String page =
        """
        {"id":"","name":"%s","url":"p%s","customDomain":"","logo":"","redirectTo":"","favicon":"",
         "defaultTheme":"AUTO","cards":[{"name":"All","services":[{"id":"%s","name":""}]}]}""";
    String bare = page.replace("\"customDomain\":\"\",\"logo\":\"\",", "");
    for (String shape : List.of(bare, page)) {
      String id =
          client
              .post("/v1/status-pages", shape.formatted("One", service, service))
              .hasStatus(201)
              .id();
      String path = "/v1/status-pages/" + id;
      assertThat(client.get(path).hasStatus(200).at("/cards/0/services/0/id").asText())
          .isEqualTo(service);
      client.put(path, shape.formatted("Two", service, service)).hasStatus(200);
      assertThat(client.get(path).at("/name").asText()).isEqualTo("Two");
      client.delete(path).hasStatus(204);
      client.get(path).isNotFound();
    }
  }

  @Test
  void variableLives() {
    sdk.lives(
        "/v1/variables",
        "/v1/variables/ID",
        "/v1/variables/ID",
        "{\"key\":\"PIER\",\"value\":\"4\",\"locked\":false}",
        "{\"key\":\"PIER\",\"value\":\"5\",\"locked\":true,\"secret\":false}");
  }

  @Test
  void maintenanceWindowLives() {
    String body =
        """
        {"id":0,"name":"%s","startsAt":"2030-01-05T01:00:00.000Z",
         "endsAt":"2030-01-05T03:00:00.000Z","repeatUnit":"WEEK","repeatInterval":1,
         "repeatEndsAt":"2031-01-05T00:00:00.000Z","tags":["a"],"created_at":"","updated_at":""}""";
    sdk.lives(
        "/v1/maintenance-windows",
        "/v1/maintenance-windows/ID",
        "/v1/maintenance-windows/ID",
        body.formatted("One"),
        body.formatted("Two"));
  }

  @Test
  void privateLocationLives() {
    String body =
        "{\"id\":\"\",\"name\":\"%s\",\"slugName\":\"cellar\",\"icon\":\"location\",\"keys\":null,"
            + "\"proxyUrl\":\"\",\"created_at\":\"\",\"updated_at\":\"\"}";
    ApiReply made = client.post("/v1/private-locations", body.formatted("One")).hasStatus(201);
    String path = "/v1/private-locations/" + made.id();
    assertThat(client.get(path).hasStatus(200).at("/slugName").asText()).isEqualTo("cellar");
    client.put(path, body.formatted("Two")).hasStatus(200);
    assertThat(client.get(path).at("/name").asText()).isEqualTo("Two");
    client.delete(path).hasStatus(204);
    client.get(path).isNotFound();
  }

  @Test
  void whatIsOnlyReadAnswers200() {
    String check = client.post("/v1/checks/url", monitor("One", "")).hasStatus(201).id();
    client.get("/v1/check-results/" + check + "?limit=10&page=1").hasStatus(200);
    assertThat(client.get("/v1/runtimes/2025.04").hasStatus(200).at("/name").asText())
        .isEqualTo("2025.04");
    byte[] bundle = {1, 2, 3};
    client
        .with("Content-Type", "application/octet-stream")
        .send("POST", "/next/checkly-storage/upload-code-bundle", bundle)
        .hasStatus(200);
  }
}
