package dev.belfry.statuspages.incident;

import static dev.belfry.statuspages.incident.IncidentFixture.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The life of an incident as a film strip: one frame for each update that is posted. */
class IncidentStoryIT {
  private final IncidentFixture stage = new IncidentFixture();

  @Test
  @DisplayName("Wire contract 1.3: open, identify, resolve, reopen, resolve, confirm, correct")
  void statusAndDurationFollowTheStory() {
    String id = stage.open(update("INVESTIGATING", "2026-03-02T09:00:00Z")).id();
    frame(id, "IDENTIFIED", "2026-03-02T09:10:00Z", null);
    frame(id, "RESOLVED", "2026-03-02T09:30:00Z", 1800);
    frame(id, "IDENTIFIED", "2026-03-02T09:40:00Z", null);
    frame(id, "MONITORING", "2026-03-02T09:50:00Z", null);
    ApiReply resolved = frame(id, "RESOLVED", "2026-03-02T10:00:00.900Z", 3600);
    frame(id, "RESOLVED", "2026-03-02T11:00:00Z", 3600);

    String resolving = resolved.at("/incidentUpdates/0/id").asText();
    stage
        .client
        .put(
            IncidentFixture.updates(id) + "/" + resolving,
            "{\"description\":\"Two minutes later\","
                + "\"publicIncidentUpdateDate\":\"2026-03-02T10:02:00Z\"}")
        .hasStatus(200);
    assertThat(stage.read(id).at("/duration").asInt()).isEqualTo(3720);
    stage.client.delete(IncidentFixture.updates(id) + "/" + resolving).hasStatus(204);
    assertThat(stage.read(id).at("/duration").asInt()).isEqualTo(7200);
  }

  private ApiReply frame(String id, String status, String date, @Nullable Integer seconds) {
    stage.client.post(IncidentFixture.updates(id), update(status, date)).hasStatus(201);
    ApiReply incident = stage.read(id);
    assertThat(incident.at("/lastUpdateStatus").asText()).isEqualTo(status);
    assertThat(incident.at("/duration").isNull()).as(date).isEqualTo(seconds == null);
    if (seconds != null) {
      assertThat(incident.at("/duration").asInt()).as(date).isEqualTo(seconds);
    }
    return incident;
  }
}
