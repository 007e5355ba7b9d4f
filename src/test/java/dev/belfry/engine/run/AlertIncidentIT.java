package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ClockWait;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Incidents that a monitor opens and resolves, and people who take part. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ClockWait("Monitors run at their scheduled times of the database's clock.")
class AlertIncidentIT {
  private static final String INCIDENTS = "/v1/status-pages/incidents";

  private final TestApp app = TestApp.start(EngineFixture.probingFrom("all"));
  private EngineFixture fixture;
  private String service;

  @BeforeAll
  void open() {
    fixture = new EngineFixture(app);
    service = fixture.client.post("/v1/status-pages/services", "{\"name\":\"Shop\"}").id();
  }

  @AfterAll
  void stop() {
    fixture.close();
    app.close();
  }

  /** A monitor that fails and whose incident is open; its name is that of the path. */
  private String failing(String name, String more) {
    fixture.target.breakDown("/" + name);
    return fixture.quickMonitor(
        "/" + name,
        """
        "triggerIncident":{"serviceId":"%s","severity":"MAJOR","name":"%s","description":"It is down.",
        "notifySubscribers":true}%s\
        """
            .formatted(service, name, more));
  }

  private List<JsonNode> incidents(String name) {
    JsonNode all = fixture.client.get(INCIDENTS + "?limit=100").hasStatus(200).at("/entries");
    return StreamSupport.stream(all.spliterator(), false)
        .filter(one -> one.path("name").asText().equals(name))
        .toList();
  }

  private String opened(String name) {
    EngineFixture.until("an incident", () -> !incidents(name).isEmpty());
    return incidents(name).get(0).path("id").asText();
  }

  /** Waits until an episode of the check is over. */
  private void recover(String check, String name) {
    long before = recoveries(check);
    fixture.target.repair("/" + name);
    EngineFixture.until("a recovery", () -> recoveries(check) > before);
  }

  private long recoveries(String check) {
    return fixture.number(
        "SELECT count(*) FROM alerts WHERE check_id = ?::uuid AND type = 'ALERT_RECOVERY'", check);
  }

  private JsonNode read(String incident) {
    return fixture.client.get(INCIDENTS + "/" + incident).hasStatus(200).json();
  }

  private void post(String incident, String status) {
    fixture
        .client
        .post(
            INCIDENTS + "/" + incident + "/incident-updates",
            "{\"description\":\"We know.\",\"status\":\"%s\"}".formatted(status))
        .hasStatus(201);
  }

  private static List<String> statuses(JsonNode incident) {
    return incident.path("incidentUpdates").findValuesAsText("status");
  }

  @Test
  void opensOnceForEachEpisodeAndResolves() {
    String check = failing("plain", "");
    String incident = opened("plain");
    long runs = fixture.runs(check).size();
    fixture.awaitRuns(check, (int) runs + 2);
    assertThat(incidents("plain")).hasSize(1);
    recover(check, "plain");
    JsonNode resolved = read(incident);
    assertThat(resolved.path("lastUpdateStatus").asText()).isEqualTo("RESOLVED");
    assertThat(resolved.path("severity").asText()).isEqualTo("MAJOR");
    assertThat(resolved.at("/services/0/id").asText()).isEqualTo(service);
    assertThat(statuses(resolved)).containsExactly("RESOLVED", "INVESTIGATING");
    assertThat(resolved.at("/incidentUpdates/1/description").asText()).isEqualTo("It is down.");
    assertThat(resolved.at("/incidentUpdates/1/notifySubscribers").asBoolean()).isTrue();
    assertThat(resolved.at("/incidentUpdates/0/notifySubscribers").asBoolean()).isTrue();
    assertThat(resolved.path("duration").isIntegralNumber()).isTrue();
    JsonNode made = fixture.client.get("/v1/audit-log?resourceId=" + incident).at("/entries");
    assertThat(made).hasSize(1);
    assertThat(made.at("/0/actor/type").asText()).isEqualTo("SYSTEM");
    assertThat(made.at("/0/changes").toString()).contains("/services", service, "MAJOR");
    assertThat(
            fixture.number(
                "SELECT max(abs(extract(epoch FROM i.created_at) * 1000 - a.failed_ms))::bigint"
                    + " FROM incidents i, alerts a WHERE i.id = ?::uuid"
                    + " AND a.check_id = ?::uuid AND a.type = 'ALERT_FAILURE'",
                incident,
                check))
        .as("soon after the result")
        .isLessThan(2_000);
    fixture.target.breakDown("/plain");
    EngineFixture.until("the next episode", () -> incidents("plain").size() == 2);
    recover(check, "plain");
  }

  @Test
  void whatAPersonChangedStays() {
    String check = failing("edited", "");
    String incident = opened("edited");
    fixture
        .client
        .send(
            "PATCH",
            INCIDENTS + "/" + incident,
            "{\"name\":\"Storm\",\"severity\":\"MINOR\"}"
                .getBytes(java.nio.charset.StandardCharsets.UTF_8))
        .hasStatus(200);
    post(incident, "IDENTIFIED");
    recover(check, "edited");
    JsonNode resolved = read(incident);
    assertThat(resolved.path("name").asText()).isEqualTo("Storm");
    assertThat(resolved.path("severity").asText()).isEqualTo("MINOR");
    assertThat(statuses(resolved)).containsExactly("RESOLVED", "IDENTIFIED", "INVESTIGATING");
  }

  @Test
  void whatAPersonResolvedIsNotResolvedAgain() {
    String check = failing("resolved", "");
    String incident = opened("resolved");
    post(incident, "RESOLVED");
    recover(check, "resolved");
    assertThat(statuses(read(incident))).containsExactly("RESOLVED", "INVESTIGATING");
    assertThat(incidents("resolved")).hasSize(1);
  }

  @Test
  void whatAPersonOpenedAgainIsResolved() {
    String check = failing("reopened", "");
    String incident = opened("reopened");
    post(incident, "RESOLVED");
    post(incident, "MONITORING");
    recover(check, "reopened");
    assertThat(statuses(read(incident)))
        .containsExactly("RESOLVED", "MONITORING", "RESOLVED", "INVESTIGATING");
  }

  @Test
  void whatAPersonDeletedStaysDeleted() {
    String check = failing("deleted", "");
    String incident = opened("deleted");
    fixture.client.delete(INCIDENTS + "/" + incident).hasStatus(204);
    fixture.awaitRuns(check, fixture.runs(check).size() + 2);
    recover(check, "deleted");
    assertThat(incidents("deleted")).isEmpty();
  }

  @Test
  void aMutedMonitorTellsNoSubscribers() {
    String check = failing("muted", ",\"muted\":true");
    String incident = opened("muted");
    recover(check, "muted");
    JsonNode resolved = read(incident);
    assertThat(statuses(resolved)).containsExactly("RESOLVED", "INVESTIGATING");
    assertThat(resolved.path("incidentUpdates").findValuesAsText("notifySubscribers"))
        .containsOnly("false");
  }
}
