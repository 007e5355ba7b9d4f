package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code POST /v1/checks/url}. */
class CreateUrlMonitorIT {
  private static final String PATH = "/v1/checks/url";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @Test
  void fillsTheDocumentedDefaults() {
    ApiReply reply =
        client
            .post(PATH, "{\"name\":\"Home\",\"request\":{\"url\":\"https://example.com\"}}")
            .hasStatus(201)
            .matchesContract("createUrlMonitor");
    JsonNode monitor = reply.json();
    assertThat(monitor.get("activated").asBoolean()).isTrue();
    assertThat(monitor.get("muted").asBoolean()).isFalse();
    assertThat(monitor.get("doubleCheck").asBoolean()).isTrue();
    assertThat(monitor.get("shouldFail").asBoolean()).isFalse();
    assertThat(monitor.get("useGlobalAlertSettings").asBoolean()).isTrue();
    assertThat(monitor.get("runParallel").asBoolean()).isFalse();
    assertThat(monitor.get("frequency").asInt()).isEqualTo(10);
    assertThat(monitor.get("degradedResponseTime").asInt()).isEqualTo(3000);
    assertThat(monitor.get("maxResponseTime").asInt()).isEqualTo(5000);
    assertThat(monitor.get("locations").toString()).isEqualTo("[]");
    assertThat(monitor.get("tags").toString()).isEqualTo("[]");
    assertThat(monitor.get("checkType").asText()).isEqualTo("URL");
    assertThat(monitor.get("request").get("method").asText()).isEqualTo("GET");
    assertThat(monitor.get("request").get("ipFamily").asText()).isEqualTo("IPv4");
    assertThat(monitor.get("request").get("skipSSL").asBoolean()).isFalse();
    for (String name :
        List.of(
            "groupId",
            "groupOrder",
            "runtimeId",
            "description",
            "retryStrategy",
            "triggerIncident",
            "privateLocations",
            "updated_at")) {
      assertThat(monitor.get(name).isNull()).as(name).isTrue();
    }
    assertThat(monitor.get("alertSettings"))
        .isEqualTo(
            new com.fasterxml.jackson.databind.ObjectMapper()
                .valueToTree(dev.belfry.monitoring.check.AlertSettings.DEFAULT));
    assertThat(Instant.parse(monitor.get("created_at").asText())).isBefore(Instant.now());
    assertThat(monitor.get("created_at").asText()).matches("....-..-..T..:..:..\\....Z");
    assertThat(client.get("/v1/checks/" + reply.id()).json()).isEqualTo(monitor);
  }

  /** Specification, "Limits" 3: each is bounded by itself. */
  @ParameterizedTest
  @CsvSource({
    "'\"maxResponseTime\":2000', 2000, 2000",
    "'\"maxResponseTime\":0', 0, 0",
    "'\"maxResponseTime\":4000', 3000, 4000",
    "'\"maxResponseTime\":null', 3000,",
    "'\"degradedResponseTime\":8000', 8000, 8000",
    "'\"degradedResponseTime\":null', , 5000"
  })
  void aResponseTimeLimitThatIsNotGivenFollowsTheOther(
      String given, @Nullable Integer degraded, @Nullable Integer max) {
    ApiReply reply =
        client
            .post(PATH, "{\"name\":\"x\",\"request\":{\"url\":\"https://e.org\"}," + given + "}")
            .hasStatus(201)
            .matchesContract("createUrlMonitor");
    assertThat(reply.at("/degradedResponseTime").asText()).isEqualTo(String.valueOf(degraded));
    assertThat(reply.at("/maxResponseTime").asText()).isEqualTo(String.valueOf(max));
  }

  @Test
  void takesWhatTheRealClientsSend() {
    client
        .post(
            PATH + "?autoAssignAlerts=false",
            """
            {"id":"","created_at":"0001-01-01T00:00:00Z","checkType":"URL","name":"sdk","tags":null,
             "groupId":null,"alertChannels":null,"alertSettings":{"escalationType":"RUN_BASED",
             "timeBasedEscalation":{},"sslCertificates":{},"runBasedEscalation":{},"reminders":{},
             "parallelRunFailureThreshold":{}},"request":{"url":"https://e.org","method":"GET",
             "body":"","headers":null,"queryParameters":null,"assertions":[{"edit":false,"order":0,
             "arrayIndex":0,"arraySelector":0,"source":"STATUS_CODE","comparison":"EQUALS",
             "target":"200","property":"","regex":null}]},
             "retryStrategy":{"type":"FIXED","onlyOn":"NETWORK_ERROR"}}"""
                .replace("\"tags\":null,", ""))
        .hasStatus(201)
        .matchesContract("createUrlMonitor");
  }

  @Test
  void flapDetectionIsOptInAndBounded() {
    String monitor =
        "{\"name\":\"x\",\"request\":{\"url\":\"https://e.org\"},\"alertSettings\":{\"flapDetection\":%s}}";
    ApiReply reply =
        client.post(PATH, monitor.formatted("{\"enabled\":true,\"windowRuns\":11}")).hasStatus(201);
    assertThat(reply.at("/alertSettings/flapDetection").toString())
        .isEqualTo("{\"enabled\":true,\"windowRuns\":11,\"lowThreshold\":15,\"highThreshold\":30}");
    client
        .post(
            PATH, monitor.formatted("{\"windowRuns\":4,\"highThreshold\":19,\"lowThreshold\":20}"))
        .isInvalid(
            "/alertSettings/flapDetection/windowRuns",
            "/alertSettings/flapDetection/highThreshold",
            "/alertSettings/flapDetection/lowThreshold");
  }

  @Test
  void namesEveryMissingAndOffendingField() {
    client.post(PATH, "{}").isInvalid("/name", "/request");
    client
        .post(PATH, "{\"name\":null,\"request\":{},\"frequency\":0,\"groupId\":0}")
        .isInvalid("/name", "/request/url", "/frequencyOffset", "/groupId");
    client
        .post(
            PATH,
            """
            {"name":"x","request":{"url":"https://e.org"},"degradedResponseTime":4000,
             "maxResponseTime":3000,"groupId":4711,"alertChannelSubscriptions":[]}""")
        .isInvalid("/degradedResponseTime");
    client
        .post(PATH, "{\"name\":\"x\",\"request\":{\"url\":\"https://e.org\"},\"groupId\":4711}")
        .isInvalid("/groupId");
    client
        .post(
            PATH,
            """
            {"name":"x","request":{"url":"https://e.org"},"alertChannelSubscriptions":
             [{"alertChannelId":4711,"activated":true}]}""")
        .isInvalid("/alertChannelSubscriptions");
  }

  @Test
  void refusesIncompleteTriggersAndUnknownServices() {
    String head = "{\"name\":\"x\",\"request\":{\"url\":\"https://e.org\"},\"triggerIncident\":";
    client
        .post(PATH, head + "{}}")
        .isInvalid(
            "/triggerIncident/serviceId",
            "/triggerIncident/severity",
            "/triggerIncident/name",
            "/triggerIncident/description",
            "/triggerIncident/notifySubscribers");
    client
        .post(
            PATH,
            head
                + "{\"serviceId\":\"0190a6c2-7b5e-7c31-9d4f-3a1b2c4d5e6f\",\"severity\":\"MAJOR\","
                + "\"name\":\"n\",\"description\":\"d\",\"notifySubscribers\":false}}")
        .isInvalid("/triggerIncident/serviceId");
  }

  @Test
  void refusesAnybodyElse() {
    app.client().post(PATH, "{}").isUnauthorized();
    app.client().withKey(acme.readKey()).post(PATH, "{}").isForbidden();
  }
}
