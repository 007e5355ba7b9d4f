package dev.belfry.statuspages.incident;

import static dev.belfry.statuspages.incident.IncidentFixture.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code DELETE /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}}. */
class DeleteIncidentUpdateIT {
  private final IncidentFixture stage = new IncidentFixture();
  private final ApiReply incident =
      stage.open(
          update("INVESTIGATING", "2026-03-02T09:00:00Z"),
          update("RESOLVED", "2026-03-02T10:00:00Z"));
  private final String newest = incident.at("/incidentUpdates/0/id").asText();
  private final String oldest = incident.at("/incidentUpdates/1/id").asText();
  private final String updates = IncidentFixture.updates(incident.id());

  @Test
  void statusAndDurationFollowFromTheUpdatesThatRemain() {
    stage
        .client
        .delete(updates + "/" + newest)
        .hasStatus(204)
        .matchesContract("deleteIncidentUpdate");
    ApiReply changed = stage.read(incident.id());
    assertThat(changed.at("/lastUpdateStatus").asText()).isEqualTo("INVESTIGATING");
    assertThat(changed.at("/duration").isNull()).isTrue();
    assertThat(changed.at("/updated_at").isTextual()).isTrue();
    stage.client.get(updates + "/" + newest).isNotFound();
  }

  @Test
  void theOnlyUpdateStays() {
    stage.client.delete(updates + "/" + oldest).hasStatus(204);
    ApiReply before = stage.read(incident.id());
    stage
        .client
        .delete(updates + "/" + newest)
        .isError(
            409,
            "Conflict",
            "This is the only update of its incident. Delete the incident instead.")
        .matchesContract("deleteIncidentUpdate");
    stage.client.delete(updates + "/" + oldest).isNotFound();
    assertThat(stage.read(incident.id()).json()).isEqualTo(before.json());
  }

  @Test
  void anUpdateOfAnotherIncidentIsNotFound() {
    stage.client.delete(IncidentFixture.updates(stage.open().id()) + "/" + newest).isNotFound();
    stage
        .client
        .delete(IncidentFixture.updates("x") + "/y")
        .isInvalid("/incidentId", "/incidentUpdateId");
  }

  @Test
  void refusesStrangers() {
    stage
        .strangers("DELETE", updates + "/" + newest, null)
        .areRefused()
        .findNothing(incident.id(), newest);
    assertThat(stage.read(incident.id()).json()).isEqualTo(incident.json());
  }
}
