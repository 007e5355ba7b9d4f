package dev.belfry.statuspages.incident;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}}. */
class ReadIncidentUpdateIT {
  private final IncidentFixture stage = new IncidentFixture();
  private final ApiReply incident = stage.open();
  private final String id = incident.at("/incidentUpdates/0/id").asText();
  private final String path = IncidentFixture.updates(incident.id()) + "/" + id;

  @Test
  void answersTheUpdate() {
    ApiReply reply = stage.client.get(path).hasStatus(200).matchesContract("readIncidentUpdate");
    assertThat(reply.json()).isEqualTo(incident.at("/incidentUpdates/0"));
  }

  @Test
  void anUpdateOfAnotherIncidentIsNotFound() {
    stage.client.get(IncidentFixture.updates(stage.open().id()) + "/" + id).isNotFound();
  }

  @Test
  void namesBothIdsThatAreNone() {
    stage
        .client
        .get(IncidentFixture.updates("x") + "/y")
        .isInvalid("/incidentId", "/incidentUpdateId");
  }

  @Test
  void refusesStrangers() {
    stage.strangers("GET", path, null).areRefused().findNothing(incident.id(), id);
  }
}
