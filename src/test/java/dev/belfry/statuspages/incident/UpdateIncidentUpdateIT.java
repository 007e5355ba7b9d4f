package dev.belfry.statuspages.incident;

import static dev.belfry.statuspages.incident.IncidentFixture.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code PUT /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}}. */
class UpdateIncidentUpdateIT {
  private final IncidentFixture stage = new IncidentFixture();
  private final ApiReply incident =
      stage.open(
          """
          {"description":"Looking","status":"IDENTIFIED","notifySubscribers":true,
           "publicIncidentUpdateDate":"2026-03-02T09:15:00.000Z"}""");
  private final String id = incident.at("/incidentUpdates/0/id").asText();
  private final String path = IncidentFixture.updates(incident.id()) + "/" + id;

  @Test
  void keepsWhatIsAbsent() {
    ApiReply reply =
        stage
            .client
            .put(path, "{\"description\":\"It was a switch\"}")
            .hasStatus(200)
            .matchesContract("updateIncidentUpdate");
    assertThat(reply.at("/description").asText()).isEqualTo("It was a switch");
    assertThat(reply.at("/status").asText()).isEqualTo("IDENTIFIED");
    assertThat(reply.at("/publicIncidentUpdateDate").asText())
        .isEqualTo("2026-03-02T09:15:00.000Z");
    assertThat(reply.at("/notifySubscribers").asBoolean()).isTrue();
    assertThat(reply.at("/created_at")).isEqualTo(incident.at("/incidentUpdates/0/created_at"));
    assertThat(stage.client.get(path).json()).isEqualTo(reply.json());
    assertThat(stage.read(incident.id()).at("/updated_at").isTextual()).isTrue();
  }

  @Test
  void statusAndDurationOfTheIncidentFollow() {
    stage
        .client
        .post(
            IncidentFixture.updates(incident.id()),
            update("MONITORING", "2026-03-02T09:20:00.000Z"))
        .hasStatus(201);
    stage
        .client
        .put(
            path,
            """
            {"description":"Over","status":"RESOLVED","notifySubscribers":false,
             "publicIncidentUpdateDate":"2026-03-02T11:25:00.000+02:00"}""")
        .hasStatus(200);
    ApiReply changed = stage.read(incident.id());
    assertThat(changed.at("/incidentUpdates/0/id").asText()).isEqualTo(id);
    assertThat(changed.at("/incidentUpdates/0/notifySubscribers").asBoolean()).isFalse();
    assertThat(changed.at("/lastUpdateStatus").asText()).isEqualTo("RESOLVED");
    assertThat(changed.at("/duration").asInt()).isEqualTo(300);
  }

  @Test
  void ignoresServerAssignedFields() {
    ApiReply reply =
        stage
            .client
            .put(path, "{\"description\":\"Over\",\"id\":0,\"created_at\":\"\"}")
            .hasStatus(200);
    assertThat(reply.id()).isEqualTo(id);
  }

  @Test
  void anUpdateOfAnotherIncidentIsNotFound() {
    ApiReply other = stage.open();
    stage
        .client
        .put(IncidentFixture.updates(other.id()) + "/" + id, "{\"description\":\"Over\"}")
        .isNotFound();
    assertThat(stage.read(other.id()).json()).isEqualTo(other.json());
    assertThat(stage.read(incident.id()).json()).isEqualTo(incident.json());
  }

  @Test
  void namesEveryOffendingField() {
    stage
        .client
        .put(
            path,
            "{\"status\":null,\"publicIncidentUpdateDate\":\"0000-01-01T00:00:00+18:00\","
                + "\"notifySubscribers\":null}")
        .isInvalid("/description", "/status", "/publicIncidentUpdateDate", "/notifySubscribers");
    stage
        .client
        .put(IncidentFixture.updates("x") + "/y", "{\"description\":\"Over\"}")
        .isInvalid("/incidentId", "/incidentUpdateId");
  }

  @Test
  void refusesStrangers() {
    stage
        .strangers("PUT", path, "{\"description\":\"Gone\"}")
        .areRefused()
        .findNothing(incident.id(), id);
    assertThat(stage.read(incident.id()).json()).isEqualTo(incident.json());
  }
}
