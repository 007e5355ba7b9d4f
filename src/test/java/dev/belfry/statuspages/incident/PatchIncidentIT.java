package dev.belfry.statuspages.incident;

import static dev.belfry.statuspages.incident.IncidentFixture.INCIDENTS;
import static dev.belfry.statuspages.incident.IncidentFixture.UNKNOWN;
import static dev.belfry.statuspages.incident.IncidentFixture.references;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code PATCH /v1/status-pages/incidents/{incidentId}}. */
class PatchIncidentIT {
  private final IncidentFixture stage = new IncidentFixture();
  private final ApiReply incident = stage.open();
  private final String path = INCIDENTS + "/" + incident.id();

  @Test
  void changesOnlyWhatIsSent() {
    ApiReply reply =
        stage
            .client
            .patch(path, "{\"severity\":\"CRITICAL\"}")
            .hasStatus(200)
            .matchesContract("patchIncident");
    assertThat(reply.at("/severity").asText()).isEqualTo("CRITICAL");
    assertThat(reply.at("/name")).isEqualTo(incident.at("/name"));
    assertThat(reply.at("/services")).isEqualTo(incident.at("/services"));
    assertThat(reply.at("/updated_at").isTextual()).isTrue();

    stage.client.patch(path, "{\"name\":\"Shop slow\"}").hasStatus(200);
    ApiReply moved =
        stage.client.patch(path, "{\"services\":" + references(stage.mail) + "}").hasStatus(200);
    assertThat(moved.at("/name").asText()).isEqualTo("Shop slow");
    assertThat(moved.at("/severity").asText()).isEqualTo("CRITICAL");
    assertThat(moved.at("/services").findValuesAsText("name")).containsExactly("Mail");
    assertThat(stage.read(incident.id()).json()).isEqualTo(moved.json());
  }

  @Test
  void anUnknownServiceIsNotFoundAndChangesNothing() {
    stage
        .client
        .patch(path, "{\"name\":\"Else\",\"services\":" + references(UNKNOWN) + "}")
        .isNotFound();
    assertThat(stage.read(incident.id()).json()).isEqualTo(incident.json());
  }

  @Test
  void namesEveryOffendingField() {
    stage
        .client
        .patch(path, "{\"name\":null,\"severity\":\"LOW\",\"services\":[]}")
        .isInvalid("/name", "/severity", "/services");
    stage
        .client
        .patch(path, "{\"services\":" + references(stage.web, stage.web) + "}")
        .isInvalid("/services/1/id");
  }

  @Test
  void refusesStrangers() {
    stage
        .strangers("PATCH", path, "{\"severity\":\"MINOR\"}")
        .areRefused()
        .findNothing(incident.id());
  }
}
