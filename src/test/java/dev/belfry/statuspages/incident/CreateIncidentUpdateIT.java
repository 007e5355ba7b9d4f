package dev.belfry.statuspages.incident;

import static dev.belfry.statuspages.incident.IncidentFixture.INCIDENTS;
import static dev.belfry.statuspages.incident.IncidentFixture.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/status-pages/incidents/{incidentId}/incident-updates}. */
class CreateIncidentUpdateIT {
  private final IncidentFixture stage = new IncidentFixture();
  private final ApiReply incident = stage.open();
  private final String path = IncidentFixture.updates(incident.id());

  @Test
  void postsAnUpdateThatMovesTheStatusOfTheIncident() {
    ApiReply reply =
        stage
            .client
            .post(
                path,
                """
                {"description":"A switch is broken","status":"IDENTIFIED",
                 "notifySubscribers":true}""")
            .hasStatus(201)
            .matchesContract("createIncidentUpdate");
    assertThat(reply.at("/notifySubscribers").asBoolean()).isTrue();
    assertThat(reply.at("/publicIncidentUpdateDate")).isEqualTo(reply.at("/created_at"));
    ApiReply changed = stage.read(incident.id());
    assertThat(changed.at("/lastUpdateStatus").asText()).isEqualTo("IDENTIFIED");
    assertThat(changed.at("/incidentUpdates")).hasSize(2);
    assertThat(changed.at("/incidentUpdates/0")).isEqualTo(reply.json());
    assertThat(changed.at("/updated_at")).isEqualTo(reply.at("/created_at"));
    assertThat(stage.client.get(path + "/" + reply.id()).json()).isEqualTo(reply.json());
  }

  @Test
  void namesWhoPosts() {
    SignedIn grace = new People(stage.app).join(stage.acme, Role.RESPONDER);
    ApiReply posted =
        grace.client().post(path, update("IDENTIFIED", "2020-01-01T00:00:00Z")).hasStatus(201);
    assertThat(posted.at("/actor").asText()).isEqualTo("user:" + grace.id());
    assertThat(posted.at("/actorName").asText()).isEqualTo("Grace");
    ApiReply edited =
        stage
            .client
            .put(path + "/" + posted.id(), "{\"description\":\"Corrected by a key\"}")
            .hasStatus(200)
            .matchesContract("updateIncidentUpdate");
    assertThat(edited.at("/actorName").asText()).as("who posted it").isEqualTo("Grace");
    ApiReply shown = stage.read(incident.id());
    assertThat(shown.json().findValuesAsText("actorName")).containsExactly("test", "Grace");
    assertThat(shown.at("/incidentUpdates/1")).isEqualTo(edited.json());
    ApiReply opened =
        grace
            .client()
            .patch(IncidentFixture.INCIDENTS + "/" + incident.id(), "{\"severity\":\"MINOR\"}")
            .hasStatus(200);
    assertThat(opened.json().findValuesAsText("actorName")).containsExactly("test", "Grace");
  }

  @Test
  void anUpdateIsInvestigatingAndSilentUnlessItSaysOtherwise() {
    ApiReply reply = stage.client.post(path, "{\"description\":\"Still looking\"}").hasStatus(201);
    assertThat(reply.at("/status").asText()).isEqualTo("INVESTIGATING");
    assertThat(reply.at("/notifySubscribers").asBoolean()).isFalse();
  }

  @Test
  void anUpdateOfThePastDoesNotMoveTheStatus() {
    stage.client.post(path, update("RESOLVED", "2020-01-01T00:00:00+01:00")).hasStatus(201);
    ApiReply changed = stage.read(incident.id());
    assertThat(changed.at("/lastUpdateStatus").asText()).isEqualTo("INVESTIGATING");
    assertThat(changed.at("/incidentUpdates/1/publicIncidentUpdateDate").asText())
        .isEqualTo("2019-12-31T23:00:00.000Z");
  }

  @Test
  void namesEveryOffendingField() {
    stage
        .client
        .post(
            path,
            "{\"status\":\"OVER\",\"publicIncidentUpdateDate\":\"0000-01-01T00:00:00+00:01\","
                + "\"notifySubscribers\":1}")
        .isInvalid("/description", "/status", "/publicIncidentUpdateDate", "/notifySubscribers");
    stage
        .client
        .post(INCIDENTS + "/nonsense/incident-updates", "{\"description\":\"x\"}")
        .isInvalid("/incidentId");
    assertThat(stage.read(incident.id()).json()).isEqualTo(incident.json());
  }

  @Test
  void refusesStrangers() {
    stage
        .strangers("POST", path, "{\"description\":\"Gone\"}")
        .areRefused()
        .findNothing(incident.id());
    assertThat(stage.read(incident.id()).json()).isEqualTo(incident.json());
  }
}
