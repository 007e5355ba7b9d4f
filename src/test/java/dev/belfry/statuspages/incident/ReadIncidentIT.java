package dev.belfry.statuspages.incident;

import static dev.belfry.statuspages.incident.IncidentFixture.INCIDENTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/status-pages/incidents/{incidentId}}. */
class ReadIncidentIT {
  private final IncidentFixture stage = new IncidentFixture();
  private final ApiReply incident = stage.open();
  private final String path = INCIDENTS + "/" + incident.id();

  @Test
  void answersTheIncident() {
    assertThat(stage.read(incident.id()).json()).isEqualTo(incident.json());
    stage.client.get(INCIDENTS + "/nonsense").isInvalid("/incidentId");
  }

  @Test
  void showsTheNameItsServiceHasNow() {
    stage
        .client
        .put("/v1/status-pages/services/" + stage.web, "{\"name\":\"Shop\"}")
        .hasStatus(200);
    assertThat(stage.read(incident.id()).at("/services/0/name").asText()).isEqualTo("Shop");
  }

  @Test
  void refusesStrangers() {
    stage.strangers("GET", path, null).areRefused().findNothing(incident.id());
  }
}
