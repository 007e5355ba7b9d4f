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

  private final SessionFixture fixture = new SessionFixture();

  @Test
  void opensARunAtEveryLocationOfTheCheck() {
    String check = fixture.monitor("\"runParallel\":false");
    JsonNode session = fixture.trigger(check).at("/sessions/0");
    assertThat(session.path("checkId").asText()).isEqualTo(check);
    assertThat(session.path("checkType").asText()).isEqualTo("URL");
    assertThat(session.path("name").asText()).isEqualTo("Home");
    assertThat(session.path("status").asText()).isEqualTo("PROGRESS");
    assertThat(session.path("stoppedAt").isNull()).isTrue();
    assertThat(session.path("timeElapsed").asInt(-1)).isZero();
    assertThat(session.path("runSource").asText()).isEqualTo("TRIGGER_API");
    assertThat(session.path("runLocations"))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrder(fixture.cellar, fixture.roof);
    assertThat(session.path("checkSessionLink").asText())
        .isEqualTo("http://127.0.0.1:0/console/monitors/" + session.path("checkId").asText());

    long started = Instant.parse(session.path("startedAt").asText()).toEpochMilli();
    List<Run> runs = fixture.runs(session.path("checkSessionId").asText());
    assertThat(runs).extracting(Run::location).containsExactly(fixture.cellar, fixture.roof);
    for (Run run : runs) {
      assertThat(run.at()).isBetween(started, started + 2);
      assertThat(
              fixture.number(
                  """
                  SELECT count(*) FROM open_runs o JOIN series s ON s.id = o.series_id
                  WHERE o.series_id = ? AND o.at = ? AND o.location = s.account_id || '/' || s.location
                    AND o.shard = s.shard AND o.attempts = 0 AND o.started_ms = o.at
                    AND o.due_ms = o.at""",
                  run.series(),
                  run.at()))
          .isEqualTo(1);
    }
  }

  @Test
  void leavesOutACheckThatIsDeletedMeanwhile() {
    String gone = fixture.monitor("");
    String stays = fixture.monitor("");
    ApiReply reply =
        fixture
            .app
            .database()
            .beforeCommitOf(
                "DELETE FROM checks WHERE id = '" + gone + "'",
                () -> fixture.client.post(TRIGGER, "{}"))
            .hasStatus(201);
    assertThat(reply.at("/sessions"))
        .extracting(session -> session.path("checkId").asText())
        .containsExactly(stays);
  }

  @Test
  void tellsTheOwnersOfTheShards() throws SQLException {
    String check = fixture.monitor("");
    List<String> told = new ArrayList<>();
    try (Connection connection = fixture.app.database().jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute("LISTEN belfry_runs");
      fixture.trigger(check);
      for (PGNotification one : connection.unwrap(PGConnection.class).getNotifications(5_000)) {
        told.add(one.getParameter());
      }
    }
    long shard = fixture.number("SELECT shard_of(?::uuid)", check);
    assertThat(told).filteredOn(one -> one.endsWith("/" + fixture.cellar + ":" + shard)).hasSize(1);
    assertThat(told).filteredOn(one -> one.endsWith("/" + fixture.roof + ":" + shard)).hasSize(1);
  }

  @Test
  void keepsClearOfTheScheduleAndOfOtherRuns() {
    String check = fixture.monitor("");
    // From now on every second millisecond is a slot.
    fixture.execute(
        """
        UPDATE schedules SET from_ms = from_ms - 60000, period_ms = 2, phase_ms = 0
        WHERE series_id IN (SELECT id FROM series WHERE check_id = ?::uuid)""",
        check);
    HashSet<Run> runs = new HashSet<>();
    for (int i = 0; i < 4; i++) {
      runs.addAll(fixture.runs(fixture.trigger(check).at("/sessions/0/checkSessionId").asText()));
    }
    assertThat(runs).hasSize(8).allMatch(run -> run.at() % 2 == 1);
  }

  @Test
  void manyAtOnceAreDifferentRuns() {
    String check = fixture.monitor("");
    List<CompletableFuture<String>> sessions =
        IntStream.range(0, 12)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> fixture.trigger(check).at("/sessions/0/checkSessionId").asText(),
                        task -> new Thread(task).start()))
            .toList();
    HashSet<Run> runs = new HashSet<>();
    sessions.forEach(session -> runs.addAll(fixture.runs(session.join())));
    assertThat(runs).hasSize(24);
    assertThat(runs).allMatch(run -> fixture.number(OPEN, run.series(), run.at()) == 1);
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
        fixture.client.post("/v2/check-groups", "{\"name\":\"g\",\"tags\":[\"shared\"]}").id();
    named("ab", "\"tags\":[\"a\",\"b\"]");
    named("ac", "\"tags\":[\"a\",\"c\"]");
    named("shared", "\"tags\":[\"d\"],\"groupId\":" + group);
    named("paused", "\"tags\":[\"a\",\"b\",\"c\",\"d\",\"shared\"],\"activated\":false");
    ApiReply reply = fixture.client.post(TRIGGER, "{\"target\":{\"matchTags\":" + tags + "}}");
    if (names == null) {
      reply.isError(404, "Not Found", "No activated check matches");
    } else {
      assertThat(reply.hasStatus(201).json().findValuesAsText("name"))
          .containsExactly(names.split(","));
    }
  }

  private void named(String name, String more) {
    fixture
        .client
        .post(
            "/v1/checks/url",
            "{\"name\":\"%s\",\"request\":{\"url\":\"https://example.com/\"},%s}"
                .formatted(name, more))
        .hasStatus(201);
  }

  @Test
  void withoutATargetEveryCheckOfTheAccountRuns() {
    fixture.client.post(TRIGGER, "{}").isError(404, "Not Found", "No activated check matches");
    fixture.monitor("");
    fixture.monitor("\"runParallel\":true");
    new SessionFixture().monitor("");
    assertThat(
            fixture.client.post(TRIGGER, "{\"refreshCache\":true}").hasStatus(201).at("/sessions"))
        .hasSize(2);
    assertThat(fixture.client.post(TRIGGER, "{\"target\":null}").at("/sessions")).hasSize(2);
  }

  @Test
  void bothConditionsMustBeMet() {
    String first = fixture.monitor("\"tags\":[\"a\"]");
    String second = fixture.monitor("\"tags\":[\"b\"]");
    String target =
        "{\"target\":{\"checkId\":[\"%s\",\"%s\"],\"matchTags\":[[\"b\"]]}}"
            .formatted(first, second);
    assertThat(fixture.client.post(TRIGGER, target).json().findValuesAsText("checkId"))
        .containsExactly(second);
  }

  @Test
  void whatIsPausedDoesNotRun() {
    String group = fixture.client.post("/v2/check-groups", "{\"name\":\"g\"}").id();
    String check = fixture.monitor("\"groupId\":" + group);
    String body = "{\"target\":{\"checkId\":\"" + check + "\"}}";
    fixture.client.put("/v1/checks/url/" + check, "{\"activated\":false}").hasStatus(200);
    fixture.client.post(TRIGGER, body).hasStatus(404).matchesContract("triggerCheckSessions");
    fixture.client.put("/v1/checks/url/" + check, "{\"activated\":true}").hasStatus(200);
    fixture.client.put("/v2/check-groups/" + group, "{\"name\":\"g\",\"activated\":false}");
    fixture.client.post(TRIGGER, body).hasStatus(404);
    fixture.client.put("/v2/check-groups/" + group, "{\"name\":\"g\",\"activated\":true}");
    fixture.client.post(TRIGGER, body).hasStatus(201);
  }

  @Test
  void theLocationsOfTheGroupReplaceThoseOfTheCheck() {
    String group =
        fixture
            .client
            .post(
                "/v2/check-groups",
                "{\"name\":\"g\",\"privateLocations\":[\"" + fixture.roof + "\"]}")
            .hasStatus(201)
            .id();
    String check = fixture.monitor("\"groupId\":" + group);
    assertThat(fixture.trigger(check).at("/sessions/0/runLocations").toString())
        .isEqualTo("[\"" + fixture.roof + "\"]");
  }

  @Test
  void startsAtMost500Checks() {
    fixture.monitor("");
    String copies =
        """
        INSERT INTO checks (id, account_id, check_type, settings, created_at)
        SELECT gen_random_uuid(), account_id, check_type, settings, created_at
        FROM (SELECT * FROM checks WHERE account_id = ? LIMIT 1) AS one, generate_series(1, ?)""";
    fixture.execute(copies, fixture.acme.account(), 499);
    ApiReply reply = fixture.client.post(TRIGGER, "{}").hasStatus(201);
    assertThat(reply.at("/sessions")).hasSize(500);
    fixture.execute(copies, fixture.acme.account(), 1);
    fixture.client.post(TRIGGER, "{}").isInvalid("/target");
  }

  @Test
  void sessionsWhoseResultsAreGoneGoToo() {
    String check = fixture.monitor("");
    String old = fixture.trigger(check).at("/sessions/0/checkSessionId").asText();
    fixture.execute(
        "UPDATE check_sessions SET started_ms = started_ms - ? WHERE id = ?::uuid",
        32 * 86_400_000L,
        old);
    fixture.client.get("/v2/check-sessions/" + old).hasStatus(200);
    fixture.trigger(check);
    fixture.client.get("/v2/check-sessions/" + old).isNotFound();
  }

  @Test
  void namesEveryOffendingField() {
    fixture
        .client
        .post(TRIGGER, "{\"target\":{\"checkId\":[],\"matchTags\":[]}}")
        .isInvalid("/target/checkId", "/target/matchTags");
    fixture
        .client
        .post(TRIGGER, "{\"target\":{\"checkId\":[\"nonsense\"],\"matchTags\":[[]]}}")
        .isInvalid("/target/checkId/0", "/target/matchTags/0");
    fixture
        .client
        .post(TRIGGER, "{\"target\":\"all\",\"refreshCache\":1}")
        .isInvalid("/target", "/refreshCache");
  }

  @Test
  void isForWritersOfTheAccount() {
    String check = fixture.monitor("");
    String body = "{\"target\":{\"checkId\":\"" + check + "\"}}";
    new Access(fixture.app, fixture.acme).requireForWriting("POST", TRIGGER, body);
    fixture.app.as(fixture.app.newTenant()).post(TRIGGER, body).hasStatus(404);
    fixture.client.post(TRIGGER, body.replace(check, UUID.randomUUID().toString())).hasStatus(404);
    assertThat(
            fixture.number("SELECT count(*) FROM check_sessions WHERE check_id = ?::uuid", check))
        .isZero();
  }
}
