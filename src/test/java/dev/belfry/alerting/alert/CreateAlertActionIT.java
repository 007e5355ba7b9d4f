package dev.belfry.alerting.alert;

import static dev.belfry.alerting.alert.AlertHistoryFixture.HOME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code POST /v2/check-alerts/{id}/actions}, and the list of them. */
class CreateAlertActionIT {
  private final AlertHistoryFixture stage = new AlertHistoryFixture();
  private final UUID alert = stage.open(stage.check);
  private final String path = "/v2/check-alerts/" + alert + "/actions";

  private ApiReply act(String body) {
    return stage.client.post(path, body);
  }

  private AlertState state() {
    return AlertState.of(stage.state(stage.check));
  }

  @Test
  void acknowledges() {
    ApiReply reply = act("{\"action\":\"ACKNOWLEDGE\",\"note\":\"On it\"}").hasStatus(201);
    reply.matchesContract("createAlertAction");
    assertThat(reply.at("/actor").asText()).startsWith("key:");
    assertThat(state().notification().attention().acknowledged()).isTrue();
    ApiReply shown = stage.client.get("/v2/check-alerts/" + alert).matchesContract("readAlert");
    assertThat(shown.at("/handling/open").asBoolean()).isTrue();
    assertThat(shown.at("/handling/acknowledgedBy")).isEqualTo(reply.at("/actor"));
    assertThat(shown.at("/handling/acknowledgedAt")).isEqualTo(reply.at("/created_at"));
    act("{\"action\":\"UNACKNOWLEDGE\"}").hasStatus(201);
    assertThat(state().notification().attention().acknowledged()).isFalse();
    assertThat(
            stage.client.get("/v2/check-alerts/" + alert).at("/handling/acknowledgedAt").isNull())
        .isTrue();
  }

  @Test
  void snoozesUntilATime() {
    Instant until = Instant.now().plus(2, ChronoUnit.HOURS).truncatedTo(ChronoUnit.MILLIS);
    act("{\"action\":\"SNOOZE\",\"until\":\"%s\"}".formatted(until)).hasStatus(201);
    assertThat(state().notification().attention().snoozedUntil()).isEqualTo(until.toEpochMilli());
    assertThat(
            Instant.parse(
                stage
                    .client
                    .get("/v2/check-alerts/" + alert)
                    .at("/handling/snoozedUntil")
                    .asText()))
        .isEqualTo(until);
    act("{\"action\":\"UNSNOOZE\"}").hasStatus(201);
    assertThat(state().notification().attention().snoozedUntil()).isZero();
  }

  @Test
  void keepsATrailOfWhoDidWhat() {
    act("{\"action\":\"ASSIGN\",\"assignee\":\" Ada \"}").hasStatus(201);
    act("{\"action\":\"COMMENT\",\"note\":\"Restoring <b>\"}").hasStatus(201);
    ApiReply trail = stage.client.get(path).hasStatus(200).matchesContract("listAlertActions");
    assertThat(trail.at("/0/assignee").asText()).isEqualTo("Ada");
    assertThat(trail.at("/1/note").asText()).isEqualTo("Restoring <b>");
    assertThat(stage.client.get("/v2/check-alerts/" + alert).at("/handling/assignee").asText())
        .isEqualTo("Ada");
    act("{\"action\":\"UNASSIGN\"}").hasStatus(201);
    assertThat(stage.client.get("/v2/check-alerts/" + alert).at("/handling/assignee").isNull())
        .isTrue();
  }

  @Test
  void namesWhoActs() throws SQLException {
    SignedIn grace = new People(stage.app).join(stage.acme, Role.RESPONDER);
    act("{\"action\":\"COMMENT\",\"note\":\"Deploying\"}").hasStatus(201);
    ApiReply taken =
        grace
            .client()
            .post(path, "{\"action\":\"ACKNOWLEDGE\"}")
            .hasStatus(201)
            .matchesContract("createAlertAction");
    assertThat(taken.at("/actor").asText()).isEqualTo("user:" + grace.id());
    assertThat(taken.at("/actorName").asText()).isEqualTo("Grace");
    ApiReply shown = stage.client.get("/v2/check-alerts/" + alert).matchesContract("readAlert");
    assertThat(shown.at("/handling/acknowledgedByName").asText()).isEqualTo("Grace");
    try (Connection connection = stage.app.database().jdbc();
        Statement rename = connection.createStatement()) {
      rename.execute(
          "UPDATE alert_actions SET actor = 'user:%s'".formatted(UUID.randomUUID())
              + " WHERE action = 'ACKNOWLEDGE' AND alert_id = '%s'".formatted(alert));
    }
    ApiReply trail = stage.client.get(path).hasStatus(200).matchesContract("listAlertActions");
    assertThat(trail.at("/0/actorName").asText()).isEqualTo("test");
    assertThat(trail.at("/1/actorName").isNull()).as("nobody has that id").isTrue();
  }

  @Test
  void namesTheMemberWithTheAddressOfTheAssignee() {
    SignedIn grace = new People(stage.app).join(stage.acme, Role.VIEWER);
    String body = "{\"action\":\"ASSIGN\",\"assignee\":\" %s \"}";
    ApiReply taken = act(body.formatted(grace.email().toUpperCase(Locale.ROOT))).hasStatus(201);
    assertThat(taken.at("/assigneeName").asText()).isEqualTo("Grace");
    ApiReply shown = stage.client.get("/v2/check-alerts/" + alert).matchesContract("readAlert");
    assertThat(shown.at("/handling/assigneeName").asText()).isEqualTo("Grace");
    String stranger = new People(stage.app).join(stage.app.newTenant(), Role.OWNER).email();
    assertThat(act(body.formatted(stranger)).hasStatus(201).at("/assigneeName").isNull())
        .as("a member of another account alone")
        .isTrue();
    assertThat(stage.client.get("/v2/check-alerts/" + alert).at("/handling/assigneeName").isNull())
        .isTrue();
  }

  @Test
  void assignsToATeam() {
    String teams = "/v1/teams";
    String team = stage.client.post(teams, "{\"name\":\"Night\"}").hasStatus(201).id();
    String body = "{\"action\":\"ASSIGN\",\"assignee\":\"team:%s\"}";
    ApiReply taken =
        act(body.formatted(team.toUpperCase(Locale.ROOT)))
            .hasStatus(201)
            .matchesContract("createAlertAction");
    assertThat(taken.at("/assignee").asText()).isEqualTo("team:" + team);
    assertThat(taken.at("/assigneeName").asText()).isEqualTo("Night");
    ApiReply shown = stage.client.get("/v2/check-alerts/" + alert).matchesContract("readAlert");
    assertThat(shown.at("/handling/assigneeName").asText()).isEqualTo("Night");

    String stranger =
        stage.app.as(stage.app.newTenant()).post(teams, "{\"name\":\"Day\"}").hasStatus(201).id();
    act(body.formatted(stranger)).isInvalid("/assignee").matchesContract("createAlertAction");
    act(body.formatted("Night")).isInvalid("/assignee");
    act(body.formatted("------------------------------------")).isInvalid("/assignee");
    assertThat(stage.client.get(path).json()).hasSize(1);

    stage.client.delete(teams + "/" + team).hasStatus(204);
    ApiReply former = stage.client.get(path).hasStatus(200).matchesContract("listAlertActions");
    assertThat(former.at("/0/assignee").asText()).isEqualTo("team:" + team);
    assertThat(former.at("/0/assigneeName").isNull()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"action\":\"SNOOZE\"}                                            | until",
        "{\"action\":\"SNOOZE\",\"until\":\"2020-01-01T00:00:00Z\"}         | until",
        "{\"action\":\"SNOOZE\",\"until\":\"2999-01-01T00:00:00Z\"}         | until",
        "{\"action\":\"ACKNOWLEDGE\",\"until\":\"2999-01-01T00:00:00Z\"}    | until",
        "{\"action\":\"ACKNOWLEDGE\",\"assignee\":\"Ada\"}                  | assignee",
        "{\"action\":\"ASSIGN\",\"assignee\":\"  \"}                        | assignee",
        "{\"action\":\"COMMENT\"}                                           | note",
        "{\"action\":\"SHOUT\"}                                             | action",
        "{}                                                                 | action",
      })
  void refusesWhatMakesNoSense(String body, String field) {
    ApiReply reply = act(body).hasStatus(400).matchesContract("createAlertAction");
    assertThat(reply.text()).contains(field);
    assertThat(stage.client.get(path).text()).isEqualTo("[]");
  }

  @Test
  void refusesWhatHasEnded() {
    stage.number("DELETE FROM alert_states WHERE check_id = ?::uuid RETURNING 1", stage.check);
    assertThat(stage.client.get("/v2/check-alerts/" + alert).at("/handling/open").asBoolean())
        .isFalse();
    act("{\"action\":\"ACKNOWLEDGE\"}").hasStatus(409).matchesContract("createAlertAction");
    UUID certificate = stage.raise(stage.check, stage.now, "ALERT_SSL", HOME);
    stage
        .client
        .post("/v2/check-alerts/" + certificate + "/actions", "{\"action\":\"ACKNOWLEDGE\"}")
        .hasStatus(409);
  }

  @Test
  void hidesWhatIsNotThereOrNotTheirs() {
    String body = "{\"action\":\"ACKNOWLEDGE\"}";
    String unknown = "/v2/check-alerts/" + UUID.randomUUID() + "/actions";
    stage.client.post(unknown, body).hasStatus(404).matchesContract("createAlertAction");
    stage.client.get(unknown).hasStatus(404).matchesContract("listAlertActions");
    stage.access().requireForWriting("POST", path, body);
    stage.access().requireHidden("POST", path, body);
    stage.access().requireForReading(path);
    stage.access().requireHidden("GET", path, null);
  }

  @Test
  void boundsTheTrailOfAnEpisode() {
    stage.number(
        """
        WITH filled AS (
          INSERT INTO alert_actions (id, account_id, check_id, episode, alert_id, action, actor)
          SELECT gen_random_uuid(), account_id, check_id, episode, id, 'COMMENT', 'test'
          FROM alerts, generate_series(1, 499) WHERE id = ? RETURNING 1)
        SELECT count(*) FROM filled""",
        alert);
    long taken =
        IntStream.range(0, 6)
            .parallel()
            .map(i -> act("{\"action\":\"COMMENT\",\"note\":\"x\"}").status())
            .filter(status -> status == 201)
            .count();
    assertThat(taken).isEqualTo(1);
    act("{\"action\":\"COMMENT\",\"note\":\"x\"}").hasStatus(409);
  }
}
