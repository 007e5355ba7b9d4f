package dev.belfry.statuspages.incident;

import static dev.belfry.statuspages.incident.IncidentFixture.INCIDENTS;
import static dev.belfry.statuspages.incident.IncidentFixture.UNKNOWN;
import static dev.belfry.statuspages.incident.IncidentFixture.incident;
import static dev.belfry.statuspages.incident.IncidentFixture.references;
import static dev.belfry.statuspages.incident.IncidentFixture.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.http.JsonText;
import dev.belfry.testing.ApiReply;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /v1/status-pages/incidents}. */
class CreateIncidentIT {
  private final IncidentFixture stage = new IncidentFixture();

  @Test
  void opensAnIncidentWithTheDocumentedDefaults() {
    ApiReply reply =
        stage
            .client
            .post(INCIDENTS, incident(references(stage.mail, stage.web), "{\"description\":\"\"}"))
            .hasStatus(201)
            .matchesContract("createIncident");
    assertThat(reply.json().fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder(
            "id",
            "name",
            "severity",
            "services",
            "incidentUpdates",
            "lastUpdateStatus",
            "created_at",
            "updated_at",
            "duration");
    assertThat(reply.at("/services").findValuesAsText("name")).containsExactly("Mail", "Web");
    assertThat(reply.at("/lastUpdateStatus").asText()).isEqualTo("INVESTIGATING");
    assertThat(reply.at("/duration").isNull()).isTrue();
    assertThat(reply.at("/updated_at").isNull()).isTrue();
    var update = reply.at("/incidentUpdates/0");
    assertThat(update.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder(
            "id",
            "description",
            "status",
            "publicIncidentUpdateDate",
            "created_at",
            "notifySubscribers",
            "actor",
            "actorName");
    assertThat(update.path("notifySubscribers").asBoolean()).isFalse();
    assertThat(update.path("publicIncidentUpdateDate")).isEqualTo(reply.at("/created_at"));
    assertThat(
            Duration.between(
                    Instant.parse(reply.at("/created_at").asText()),
                    InstantSource.system().instant())
                .abs())
        .isLessThan(Duration.ofMinutes(1));
    assertThat(stage.read(reply.id()).json()).isEqualTo(reply.json());
  }

  @Test
  void severalUpdatesMakeAnIncidentEnteredAfterwards() {
    ApiReply reply =
        stage
            .open(
                update("RESOLVED", "2026-03-02T10:02:30.999Z"),
                update("INVESTIGATING", "2026-03-02T09:15:00Z"),
                update("IDENTIFIED", "2026-03-02T09:20:00.5Z"))
            .matchesContract("createIncident");
    assertThat(reply.at("/incidentUpdates").findValuesAsText("status"))
        .containsExactly("RESOLVED", "IDENTIFIED", "INVESTIGATING");
    assertThat(reply.at("/lastUpdateStatus").asText()).isEqualTo("RESOLVED");
    assertThat(reply.at("/duration").asInt()).isEqualTo(2850);
  }

  @Test
  void ofUpdatesWithOneDateTheLastInTheBodyIsTheNewest() {
    ApiReply reply = stage.open(update("IDENTIFIED", null), update("MONITORING", null));
    assertThat(reply.at("/incidentUpdates").findValuesAsText("status"))
        .containsExactly("MONITORING", "IDENTIFIED");
    assertThat(reply.at("/lastUpdateStatus").asText()).isEqualTo("MONITORING");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-02T10:00:00+02:00, 2026-03-02T08:00:00.000Z",
    "2026-03-02T10:00:00.123987-09:30, 2026-03-02T19:30:00.123Z",
    "0001-01-01T00:00:00Z, 0001-01-01T00:00:00.000Z",
    "0000-01-01T00:00:00Z, 0000-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.9999Z, 9999-12-31T23:59:59.999Z",
    "1883-11-18T12:03:57-05:00, 1883-11-18T17:03:57.000Z",
  })
  void datesAreNormalisedToUtcMilliseconds(String sent, String answered) {
    ApiReply reply = stage.open(update("RESOLVED", sent)).matchesContract("createIncident");
    assertThat(reply.at("/incidentUpdates/0/publicIncidentUpdateDate").asText())
        .isEqualTo(answered);
    assertThat(stage.read(reply.id()).json()).isEqualTo(reply.json());
  }

  @Test
  void theLongestIncidentHasADuration() {
    ApiReply reply =
        stage.open(
            update("INVESTIGATING", "0000-01-01T00:00:00Z"),
            update("RESOLVED", "9999-12-31T23:59:59Z"));
    assertThat(reply.at("/duration").asLong())
        .isEqualTo(
            Duration.between(
                    Instant.parse("0000-01-01T00:00:00Z"), Instant.parse("9999-12-31T23:59:59Z"))
                .toSeconds());
  }

  @ParameterizedTest
  @ValueSource(strings = {"NULL", "{a,\\\"b\\\"}", "\\\\ 'x' \\n", "\ud83d\udd14 \u2028 ü", " "})
  void textsOfAnyShapeSurvive(String text) {
    String service = IncidentFixture.service(stage.client, text);
    ApiReply reply =
        stage
            .client
            .post(INCIDENTS, incident(references(service), "{\"description\":\"" + text + "\"}"))
            .hasStatus(201);
    String plain = JsonText.parse("{\"text\":\"" + text + "\"}").get("text").textValue();
    assertThat(reply.at("/services/0/name").textValue()).isEqualTo(plain);
    assertThat(reply.at("/incidentUpdates/0/description").textValue()).isEqualTo(plain);
  }

  @Test
  void onlyTheIdOfAServiceMattersAndServerAssignedFieldsAreIgnored() {
    ApiReply reply =
        stage
            .client
            .post(
                INCIDENTS,
                """
                {"id":"","created_at":"0001-01-01T00:00:00Z","updated_at":7,"duration":1,
                 "lastUpdateStatus":"RESOLVED","name":"Shop down","severity":"MINOR",
                 "services":[{"id":"%s","name":"wrong","accountId":"","created_at":""}],
                 "incidentUpdates":[{"id":5,"created_at":"","description":"Looking"}]}"""
                    .formatted(stage.web))
            .hasStatus(201);
    assertThat(reply.at("/services/0/name").asText()).isEqualTo("Web");
    assertThat(reply.at("/lastUpdateStatus").asText()).isEqualTo("INVESTIGATING");
    assertThat(reply.at("/created_at").asText()).doesNotStartWith("0001");
  }

  @Test
  void anUnknownServiceOrOneOfAnotherAccountIsNotFoundAndNothingIsLeftBehind() {
    String theirs = IncidentFixture.service(stage.app.as(stage.app.newTenant()), "Web");
    String update = update("INVESTIGATING", null);
    stage.client.post(INCIDENTS, incident(references(stage.web, UNKNOWN), update)).isNotFound();
    stage.client.post(INCIDENTS, incident(references(theirs), update)).isNotFound();
    assertThat(stage.client.get(INCIDENTS).at("/length").asInt()).isZero();
  }

  @Test
  void namesEveryOffendingField() {
    stage
        .client
        .post(INCIDENTS, "{}")
        .isInvalid("/name", "/severity", "/services", "/incidentUpdates");
    stage
        .client
        .post(
            INCIDENTS,
            """
            {"name":"%s","severity":"HUGE","services":[{"id":"%s"},{"id":"%s"},{"name":"Web"}],
             "incidentUpdates":[
               {"status":"OVER","notifySubscribers":"yes","publicIncidentUpdateDate":"today"},
               {"description":"x","publicIncidentUpdateDate":"9999-12-31T23:00:00-02:00"}]}"""
                .formatted(
                    "x".repeat(256), stage.web, stage.web.toUpperCase(java.util.Locale.ROOT)))
        .isInvalid(
            "/name",
            "/severity",
            "/services/1/id",
            "/services/2/id",
            "/incidentUpdates/0/description",
            "/incidentUpdates/0/status",
            "/incidentUpdates/0/notifySubscribers",
            "/incidentUpdates/0/publicIncidentUpdateDate",
            "/incidentUpdates/1/publicIncidentUpdateDate");
    stage.client.post(INCIDENTS, incident("[]")).isInvalid("/services", "/incidentUpdates");
  }

  @Test
  void refusesStrangers() {
    stage
        .strangers("POST", INCIDENTS, incident(references(stage.web), update("RESOLVED", null)))
        .areRefused()
        .findNothing(stage.web);
  }
}
