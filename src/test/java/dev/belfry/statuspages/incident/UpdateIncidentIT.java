package dev.belfry.statuspages.incident;

import static dev.belfry.statuspages.incident.IncidentFixture.INCIDENTS;
import static dev.belfry.statuspages.incident.IncidentFixture.UNKNOWN;
import static dev.belfry.statuspages.incident.IncidentFixture.references;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code PUT /v1/status-pages/incidents/{incidentId}}. */
class UpdateIncidentIT {
  private final IncidentFixture stage = new IncidentFixture();
  private final ApiReply incident = stage.open();
  private final String path = INCIDENTS + "/" + incident.id();

  private static String body(String services) {
    return "{\"name\":\"All down\",\"severity\":\"CRITICAL\",\"services\":" + services + "}";
  }

  @Test
  void replacesNameSeverityAndServices() {
    ApiReply reply =
        stage
            .client
            .put(path, body(references(stage.mail, stage.web)))
            .hasStatus(200)
            .matchesContract("updateIncident");
    assertThat(reply.at("/name").asText()).isEqualTo("All down");
    assertThat(reply.at("/severity").asText()).isEqualTo("CRITICAL");
    assertThat(reply.at("/services").findValuesAsText("name")).containsExactly("Mail", "Web");
    assertThat(reply.at("/incidentUpdates")).isEqualTo(incident.at("/incidentUpdates"));
    assertThat(reply.at("/created_at")).isEqualTo(incident.at("/created_at"));
    assertThat(reply.at("/updated_at").asText())
        .isGreaterThanOrEqualTo(incident.at("/created_at").asText());
    assertThat(stage.read(incident.id()).json()).isEqualTo(reply.json());

    ApiReply fewer = stage.client.put(path, body(references(stage.web))).hasStatus(200);
    assertThat(fewer.at("/services").findValuesAsText("name")).containsExactly("Web");
    ApiReply turned = stage.client.put(path, body(references(stage.web, stage.mail)));
    assertThat(turned.at("/services").findValuesAsText("name")).containsExactly("Web", "Mail");
  }

  @Test
  void isOneEntryOfTheAuditLogWhateverBecomesOfItsServices() {
    String entries =
        "SELECT count(*) FROM audit_entries WHERE resource_id = '"
            + incident.id()
            + "' AND action = '";
    stage.client.put(path, body(references(stage.mail))).hasStatus(200);
    stage.client.put(path, body(references(stage.web, stage.mail))).hasStatus(200);
    stage.client.put(path, body(references(stage.web))).hasStatus(200);
    stage.client.put(path, body(references(stage.web))).hasStatus(200);

    assertThat(stage.app.database().count(entries + "CREATE'")).isEqualTo(1);
    assertThat(stage.app.database().count(entries + "UPDATE'")).isEqualTo(3);
  }

  @Test
  void losesADeletedServiceAndKeepsTheOrderOfTheOthers() {
    stage.client.put(path, body(references(stage.mail, stage.web))).hasStatus(200);
    stage.client.delete("/v1/status-pages/services/" + stage.mail).hasStatus(204);

    assertThat(stage.read(incident.id()).at("/services").findValuesAsText("name"))
        .containsExactly("Web");
    assertThat(
            stage
                .app
                .database()
                .count(
                    "SELECT count(*) FROM incident_services WHERE incident_id = '"
                        + incident.id()
                        + "'"))
        .isEqualTo(1);
  }

  @Test
  void neitherUpdatesNorServerAssignedFieldsCanBeSent() {
    ApiReply reply =
        stage
            .client
            .put(
                path,
                """
                {"id":"","created_at":"","duration":5,"lastUpdateStatus":"RESOLVED",
                 "incidentUpdates":[],"name":"Down","severity":"MINOR","services":%s}"""
                    .formatted(references(stage.web)))
            .hasStatus(200);
    assertThat(reply.at("/incidentUpdates")).isEqualTo(incident.at("/incidentUpdates"));
    assertThat(reply.at("/lastUpdateStatus").asText()).isEqualTo("INVESTIGATING");
    assertThat(reply.id()).isEqualTo(incident.id());
  }

  @Test
  void anUnknownServiceIsNotFoundAndChangesNothing() {
    String theirs = IncidentFixture.service(stage.app.as(stage.app.newTenant()), "Web");
    stage.client.put(path, body(references(stage.mail, UNKNOWN))).isNotFound();
    stage.client.put(path, body(references(theirs))).isNotFound();
    assertThat(stage.read(incident.id()).json()).isEqualTo(incident.json());
  }

  @Test
  void namesEveryOffendingField() {
    stage.client.put(path, "{}").isInvalid("/name", "/severity", "/services");
    stage
        .client
        .put(
            INCIDENTS + "/nonsense",
            "{\"name\":\"\",\"severity\":\"LOW\",\"services\":"
                + references(stage.web, stage.web)
                + "}")
        .isInvalid("/incidentId", "/name", "/severity", "/services/1/id");
  }

  @Test
  void refusesStrangers() {
    stage
        .strangers("PUT", path, body(references(stage.web)))
        .areRefused()
        .findNothing(incident.id());
    assertThat(stage.read(incident.id()).json()).isEqualTo(incident.json());
  }
}
