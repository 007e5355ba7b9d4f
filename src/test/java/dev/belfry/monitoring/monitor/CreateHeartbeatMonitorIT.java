package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/checks/heartbeat} and {@code PUT /v1/checks/heartbeat/{id}}. */
class CreateHeartbeatMonitorIT {
  private static final String PATH = "/v1/checks/heartbeat";
  private static final String NIGHTLY =
      "{\"name\":\"Backup\",\"heartbeat\":{\"period\":1,\"periodUnit\":\"days\"}%s}";

  private final TestApp app = TestApp.shared();
  private final ApiClient client = app.as(app.newTenant());

  @Test
  void fillsTheDocumentedDefaults() {
    ApiReply reply =
        client
            .post(PATH, NIGHTLY.formatted(""))
            .hasStatus(201)
            .matchesContract("createHeartbeatMonitor");
    JsonNode heartbeat = reply.at("/heartbeat");
    assertThat(heartbeat.path("grace").asInt()).isZero();
    assertThat(heartbeat.path("graceUnit").asText()).isEqualTo("seconds");
    assertThat(heartbeat.path("pingUrl").asText())
        .endsWith("/ping/" + heartbeat.path("pingToken").asText());
    assertThat(reply.json().has("request")).isFalse();
    assertThat(reply.json().has("frequency")).isFalse();
    ApiReply read = client.get("/v1/checks/" + reply.id()).hasStatus(200);
    assertThat(read.matchesContract("readCheck").json()).isEqualTo(reply.json());
    assertThat(client.get("/v1/checks?checkType=HEARTBEAT").matchesContract("listChecks").json())
        .containsExactly(reply.json());
  }

  @Test
  void takesWhatTheRealClientsSend() {
    ApiReply made =
        client
            .post(
                PATH + "?autoAssignAlerts=false",
                """
                {"id":"","name":"sdk","description":null,"activated":true,"muted":false,
                 "alertSettings":{"escalationType":"RUN_BASED","timeBasedEscalation":{}},
                 "useGlobalAlertSettings":true,"triggerIncident":null,
                 "heartbeat":{"period":7,"periodUnit":"days","grace":1,"graceUnit":"days",
                 "pingToken":""},"createdAt":"0001-01-01T00:00:00Z"}""")
            .hasStatus(201)
            .matchesContract("createHeartbeatMonitor");
    client
        .put(
            PATH + "/" + made.id(),
            """
            {"name":"sdk","heartbeat":{"period":8,"periodUnit":"days","grace":1,
             "graceUnit":"days","pingToken":"%s"}}"""
                .formatted(made.at("/heartbeat/pingToken").asText()))
        .hasStatus(200)
        .matchesContract("updateHeartbeatMonitor");
  }

  @Test
  void anUpdateReplacesTheHeartbeatAndKeepsTheRest() {
    String id = client.post(PATH, NIGHTLY.formatted(",\"tags\":[\"db\"]")).hasStatus(201).id();
    ApiReply changed =
        client
            .put(
                PATH + "/" + id,
                "{\"heartbeat\":{\"cron\":\"30 2 * * *\",\"timezone\":\"Europe/Berlin\"}}")
            .hasStatus(200)
            .matchesContract("updateHeartbeatMonitor");
    assertThat(changed.at("/heartbeat/cron").asText()).isEqualTo("30 2 * * *");
    assertThat(changed.at("/heartbeat").has("period")).isFalse();
    assertThat(changed.at("/tags/0").asText()).isEqualTo("db");
    client.put("/v1/checks/url/" + id, "{\"name\":\"x\"}").isNotFound();
  }

  @Test
  void namesEveryMissingAndOffendingField() {
    client.post(PATH, "{}").isInvalid("/name", "/heartbeat");
    client.post(PATH, "{\"name\":\"x\",\"heartbeat\":{}}").isInvalid("/heartbeat");
    client
        .post(
            PATH,
            """
            {"name":"x","heartbeat":{"cron":"every night","timezone":"Mars","period":5,
             "pingToken":"mine"}}""")
        .isInvalid(
            "/heartbeat/period", "/heartbeat/timezone", "/heartbeat/cron", "/heartbeat/pingToken");
  }

  @Test
  void joinsAGroupThatAllowsIt() {
    String free = client.post("/v2/check-groups", "{\"name\":\"Free\"}").hasStatus(201).id();
    String parallel =
        client
            .post("/v2/check-groups", "{\"name\":\"Wide\",\"runParallel\":true}")
            .hasStatus(201)
            .id();
    client.post(PATH, NIGHTLY.formatted(",\"groupId\":" + free)).hasStatus(201);
    client.post(PATH, NIGHTLY.formatted(",\"groupId\":" + parallel)).isInvalid("/groupId");
    client.put("/v2/check-groups/" + free, "{\"name\":\"Free\",\"tags\":[\"x\"]}").hasStatus(200);
  }
}
