package dev.belfry.statuspages.incident;

import static dev.belfry.statuspages.incident.IncidentFixture.INCIDENTS;

import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code DELETE /v1/status-pages/incidents/{incidentId}}. */
class DeleteIncidentIT {
  private final IncidentFixture stage = new IncidentFixture();
  private final ApiReply incident = stage.open();
  private final String path = INCIDENTS + "/" + incident.id();

  @Test
  void deletesTheIncidentWithItsUpdatesButNotItsServices() {
    String update = incident.at("/incidentUpdates/0/id").asText();
    stage.client.delete(path).hasStatus(204).matchesContract("deleteIncident");
    stage.client.get(path).isNotFound();
    stage.client.get(IncidentFixture.updates(incident.id())).isNotFound();
    stage.client.get(IncidentFixture.updates(incident.id()) + "/" + update).isNotFound();
    stage.client.delete(path).isNotFound();
    stage.client.get("/v1/status-pages/services/" + stage.web).hasStatus(200);
    stage.client.delete(INCIDENTS + "/nonsense").isInvalid("/incidentId");
  }

  @Test
  void refusesStrangers() {
    stage.strangers("DELETE", path, null).areRefused().findNothing(incident.id());
    stage.read(incident.id());
  }
}
