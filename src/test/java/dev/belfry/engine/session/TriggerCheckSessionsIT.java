package dev.belfry.engine.session;

import static dev.belfry.engine.session.SessionFixture.TRIGGER;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.Access;
import dev.belfry.engine.session.SessionFixture.Run;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** {@code POST /v2/check-sessions/trigger}. */
class TriggerCheckSessionsIT {
  private static final String OPEN =
      "SELECT count(*) FROM open_runs WHERE series_id = ? AND at = ?";

  private final SessionFixture stage = new SessionFixture();

  @Test
  void opensARunAtEveryLocationOfTheCheck() {
    String check = stage.monitor("\"runParallel\":false");
    JsonNode session = stage.trigger(check).at("/sessions/0");
    assertThat(session.path("checkId").asText()).isEqualTo(check);
    assertThat(session.path("checkType").asText()).isEqualTo("URL");
    assertThat(session.path("name").asText()).isEqualTo("Home");
    assertThat(session.path("status").asText()).isEqualTo("PROGRESS");
    assertThat(session.path("stoppedAt").isNull()).isTrue();
    assertThat(session.path("timeElapsed").asInt(-1)).isZero();
    assertThat(session.path("runSource").asText()).isEqualTo("TRIGGER_API");
    assertThat(session.path("runLocations"))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrder(stage.cellar, stage.roof);
    assertThat(session.path("checkSessionLink").asText())
        .isEqualTo("/v2/check-sessions/" + session.path("checkSessionId").asText());

    long started = Instant.parse(session.path("startedAt").asText()).toEpochMilli();
    List<Run> runs = stage.runs(session.path("checkSessionId").asText());
    assertThat(runs).extracting(Run::location).containsExactly(stage.cellar, stage.roof);
    for (Run run : runs) {
      assertThat(run.at()).isBetween(started, started + 2);
      assertThat(
              stage.number(
                  """
                  SELECT count(*) FROM open_runs o JOIN series s ON s.id = o.series_id
                  WHERE o.series_id = ? AND o.at = ? AND o.location = s.location
                    AND o.shard = s.shard AND o.attempts = 0 AND o.started_ms = o.at
                    AND o.due_ms = o.at""",
                  run.series(),
                  run.at()))
          .isEqualTo(1);
    }
  }

  @Test
  void tellsTheOwnersOfTheShards() throws SQLException {
    String check = stage.monitor("");
    List<String> told = new ArrayList<>();
    try (Connection connection = stage.app.database().jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute("LISTEN belfry_runs");
      stage.trigger(check);
      for (PGNotification one : connection.unwrap(PGConnection.class).getNotifications(5_000)) {
        told.add(one.getParameter());
      }
    }
    long shard = stage.number("SELECT shard_of(?::uuid)", check);
    assertThat(told).contains(stage.cellar + ":" + shard, stage.roof + ":" + shard);
  }

  @Test
  void keepsClearOfTheScheduleAndOfOtherRuns() {
    String check = stage.monitor("");
    // From now on every second millisecond is a slot.
    stage.execute(
        """
        UPDATE schedules SET period_ms = 2, phase_ms = 0
        WHERE series_id IN (SELECT id FROM series WHERE check_id = ?::uuid)""",
        check);
    HashSet<Run> runs = new HashSet<>();
    for (int i = 0; i < 4; i++) {
      runs.addAll(stage.runs(stage.trigger(check).at("/sessions/0/checkSessionId").asText()));
    }
    assertThat(runs).hasSize(8).allMatch(run -> run.at() % 2 == 1);
  }

  @Test
  void manyAtOnceAreDifferentRuns() {
    String check = stage.monitor("");
    List<CompletableFuture<String>> sessions =
        IntStream.range(0, 12)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> stage.trigger(check).at("/sessions/0/checkSessionId").asText(),
                        task -> new Thread(task).start()))
            .toList();
    HashSet<Run> runs = new HashSet<>();
    sessions.forEach(session -> runs.addAll(stage.runs(session.join())));
    assertThat(runs).hasSize(24);
    assertThat(runs).allMatch(run -> stage.number(OPEN, run.series(), run.at()) == 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [["a"]]              | ab,ac
          [["a","b"]]          | ab
          [["a","b"],["c"]]    | ab,ac
          ["b",["a","c"]]      | ab,ac
          [["a","!b"]]         | ac
          [["!a"]]             | shared
          [["!b","!shared"]]   | ac
          [["shared"]]         | shared
          [["shared","d"]]     | shared
          [["a","d"]]          |
          [["A"]]              |
          """)
  void matchesTagsOfChecksAndTheirGroups(String tags, String names) {
    String group =
        stage.client.post("/v2/check-groups", "{\"name\":\"g\",\"tags\":[\"shared\"]}").id();
    named("ab", "\"tags\":[\"a\",\"b\"]");
    named("ac", "\"tags\":[\"a\",\"c\"]");
    named("shared", "\"tags\":[\"d\"],\"groupId\":" + group);
    named("paused", "\"tags\":[\"a\",\"b\",\"c\",\"d\",\"shared\"],\"activated\":false");
    ApiReply reply = stage.client.post(TRIGGER, "{\"target\":{\"matchTags\":" + tags + "}}");
    if (names == null) {
      reply.isError(404, "Not Found", "No activated check matches");
    } else {
      assertThat(reply.hasStatus(201).json().findValuesAsText("name"))
          .containsExactly(names.split(","));
    }
  }

  private void named(String name, String more) {
    stage
        .client
        .post(
            "/v1/checks/url",
            "{\"name\":\"%s\",\"request\":{\"url\":\"https://example.com/\"},%s}"
                .formatted(name, more))
        .hasStatus(201);
  }

  @Test
  void withoutATargetEveryCheckOfTheAccountRuns() {
    stage.client.post(TRIGGER, "{}").isError(404, "Not Found", "No activated check matches");
    stage.monitor("");
    stage.monitor("\"runParallel\":true");
    new SessionFixture().monitor("");
    assertThat(stage.client.post(TRIGGER, "{\"refreshCache\":true}").hasStatus(201).at("/sessions"))
        .hasSize(2);
    assertThat(stage.client.post(TRIGGER, "{\"target\":null}").at("/sessions")).hasSize(2);
  }

  @Test
  void bothConditionsMustBeMet() {
    String first = stage.monitor("\"tags\":[\"a\"]");
    String second = stage.monitor("\"tags\":[\"b\"]");
    String target =
        "{\"target\":{\"checkId\":[\"%s\",\"%s\"],\"matchTags\":[[\"b\"]]}}"
            .formatted(first, second);
    assertThat(stage.client.post(TRIGGER, target).json().findValuesAsText("checkId"))
        .containsExactly(second);
  }

  @Test
  void whatIsPausedDoesNotRun() {
    String group = stage.client.post("/v2/check-groups", "{\"name\":\"g\"}").id();
    String check = stage.monitor("\"groupId\":" + group);
    String body = "{\"target\":{\"checkId\":\"" + check + "\"}}";
    stage.client.put("/v1/checks/url/" + check, "{\"activated\":false}").hasStatus(200);
    stage.client.post(TRIGGER, body).hasStatus(404).matchesContract("triggerCheckSessions");
    stage.client.put("/v1/checks/url/" + check, "{\"activated\":true}").hasStatus(200);
    stage.client.put("/v2/check-groups/" + group, "{\"name\":\"g\",\"activated\":false}");
    stage.client.post(TRIGGER, body).hasStatus(404);
    stage.client.put("/v2/check-groups/" + group, "{\"name\":\"g\",\"activated\":true}");
    stage.client.post(TRIGGER, body).hasStatus(201);
  }

  @Test
  void theLocationsOfTheGroupReplaceThoseOfTheCheck() {
    String group =
        stage
            .client
            .post(
                "/v2/check-groups",
                "{\"name\":\"g\",\"privateLocations\":[\"" + stage.roof + "\"]}")
            .hasStatus(201)
            .id();
    String check = stage.monitor("\"groupId\":" + group);
    assertThat(stage.trigger(check).at("/sessions/0/runLocations").toString())
        .isEqualTo("[\"" + stage.roof + "\"]");
  }

  @Test
  void startsAtMost500Checks() {
    stage.monitor("");
    String copies =
        """
        INSERT INTO checks (id, account_id, check_type, settings, created_at)
        SELECT gen_random_uuid(), account_id, check_type, settings, created_at
        FROM (SELECT * FROM checks WHERE account_id = ? LIMIT 1) AS one, generate_series(1, ?)""";
    stage.execute(copies, stage.acme.account(), 499);
    ApiReply reply = stage.client.post(TRIGGER, "{}").hasStatus(201);
    assertThat(reply.at("/sessions")).hasSize(500);
    stage.execute(copies, stage.acme.account(), 1);
    stage.client.post(TRIGGER, "{}").isInvalid("/target");
  }

  @Test
  void sessionsWhoseResultsAreGoneGoToo() {
    String check = stage.monitor("");
    String old = stage.trigger(check).at("/sessions/0/checkSessionId").asText();
    stage.execute(
        "UPDATE check_sessions SET started_ms = started_ms - ? WHERE id = ?::uuid",
        32 * 86_400_000L,
        old);
    stage.client.get("/v2/check-sessions/" + old).hasStatus(200);
    stage.trigger(check);
    stage.client.get("/v2/check-sessions/" + old).isNotFound();
  }

  @Test
  void namesEveryOffendingField() {
    stage
        .client
        .post(TRIGGER, "{\"target\":{\"checkId\":[],\"matchTags\":[]}}")
        .isInvalid("/target/checkId", "/target/matchTags");
    stage
        .client
        .post(TRIGGER, "{\"target\":{\"checkId\":[\"nonsense\"],\"matchTags\":[[]]}}")
        .isInvalid("/target/checkId/0", "/target/matchTags/0");
    stage
        .client
        .post(TRIGGER, "{\"target\":\"all\",\"refreshCache\":1}")
        .isInvalid("/target", "/refreshCache");
  }

  @Test
  void isForWritersOfTheAccount() {
    String check = stage.monitor("");
    String body = "{\"target\":{\"checkId\":\"" + check + "\"}}";
    new Access(stage.app, stage.acme).requireForWriting("POST", TRIGGER, body);
    stage.app.as(stage.app.newTenant()).post(TRIGGER, body).hasStatus(404);
    stage.client.post(TRIGGER, body.replace(check, UUID.randomUUID().toString())).hasStatus(404);
    assertThat(stage.number("SELECT count(*) FROM check_sessions WHERE check_id = ?::uuid", check))
        .isZero();
  }
}
