package dev.belfry.statuspages.incident;

import static dev.belfry.statuspages.incident.IncidentFixture.INCIDENTS;
import static dev.belfry.statuspages.incident.IncidentFixture.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/status-pages/incidents/{incidentId}/incident-updates}. */
class ListIncidentUpdatesIT {
  private final IncidentFixture stage = new IncidentFixture();

  @Test
  void answersTheUpdatesNewestPublicDateFirst() {
    ApiReply incident =
        stage.open(
            update("IDENTIFIED", "2026-03-02T09:20:00Z"),
            update("RESOLVED", "2026-03-02T09:30:00Z"),
            update("INVESTIGATING", "2026-03-02T09:10:00Z"));
    ApiReply reply =
        stage
            .client
            .get(IncidentFixture.updates(incident.id()))
            .hasStatus(200)
            .matchesContract("listIncidentUpdates");
    assertThat(reply.json()).isEqualTo(incident.at("/incidentUpdates"));
    assertThat(reply.json().findValuesAsText("status"))
        .containsExactly("RESOLVED", "IDENTIFIED", "INVESTIGATING");
  }

  @Test
  void answersAHundredAtMost() {
    String[] minutes =
        IntStream.range(0, 100)
            .mapToObj(
                i -> update("MONITORING", "2026-03-02T%02d:%02d:00Z".formatted(i / 60, i % 60)))
            .toArray(String[]::new);
    String path = IncidentFixture.updates(stage.open(minutes).id());
    stage.client.post(path, update("INVESTIGATING", "2026-03-01T00:00:00Z")).hasStatus(201);
    stage.client.post(path, update("RESOLVED", "2026-03-03T00:00:00Z")).hasStatus(201);
    ApiReply reply = stage.client.get(path).hasStatus(200);
    assertThat(reply.json()).hasSize(100);
    assertThat(reply.at("/0/status").asText()).isEqualTo("RESOLVED");
    assertThat(reply.at("/99/publicIncidentUpdateDate").asText())
        .isEqualTo("2026-03-02T00:01:00.000Z");
  }

  @Test
  void refusesStrangers() {
    String incident = stage.open().id();
    stage
        .strangers("GET", IncidentFixture.updates(incident), null)
        .areRefused()
        .findNothing(incident);
    stage.client.get(INCIDENTS + "/nonsense/incident-updates").isInvalid("/incidentId");
  }
}
