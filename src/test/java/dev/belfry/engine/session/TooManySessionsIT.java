package dev.belfry.engine.session;

import static dev.belfry.engine.session.SessionFixture.TRIGGER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.engine.session.SessionFixture.Run;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code POST /v2/check-sessions/trigger} when runs or starts have piled up within moments. */
class TooManySessionsIT {
  /** After the fifth time a connection keeps its plan (PostgreSQL manual, PREPARE). */
  private static final int PLANNED_FOR_GOOD = 8;

  private final SessionFixture fixture =
      new SessionFixture(
          TestApp.start(Map.of("BELFRY_DATABASE_POOL_SIZE", "2", "BELFRY_HTTP_EVENT_LOOPS", "1")));

  private final ExecutorService many = Executors.newFixedThreadPool(8);

  @AfterEach
  void close() {
    many.shutdownNow();
    fixture.app.close();
  }

  @Test
  void isRefusedWhileTooManyRunsHaveNotEnded() throws SQLException {
    String check = fixture.monitor("");
    fixture.trigger(check);
    run("ANALYZE check_sessions, check_session_runs, open_runs");
    for (int i = 0; i < PLANNED_FOR_GOOD; i++) {
      fixture.trigger(check);
    }
    Run run = fixture.runs(fixture.trigger(check).at("/sessions/0/checkSessionId").asText()).get(0);
    run(
        """
          WITH more AS (
            INSERT INTO check_sessions (id, account_id, check_id, started_ms)
            SELECT gen_random_uuid(), c.account_id, c.id, %2$d + n
            FROM checks c, generate_series(1, 10000) AS n WHERE c.id = '%3$s'
            RETURNING id, started_ms),
          runs AS (
            INSERT INTO check_session_runs (session_id, series_id, at)
            SELECT id, %1$d, started_ms FROM more)
          INSERT INTO open_runs (series_id, at, location, shard, attempts, started_ms, due_ms)
          SELECT %1$d, started_ms, 'nowhere', 0, 0, started_ms, started_ms FROM more"""
            .formatted(run.series(), run.at(), check));
    ApiReply refused =
        fixture.client.post(TRIGGER, "{}").hasStatus(429).matchesContract("triggerCheckSessions");
    assertThat(refused.header("retry-after")).isEqualTo("1");
  }

  @Test
  void startsThatWaitForEachOtherAreRefusedAndLeaveConnectionsToNeighbours() throws SQLException {
    String check = fixture.monitor("");
    ApiClient neighbour = fixture.app.as(fixture.app.newTenant());
    List<CompletableFuture<ApiReply>> starts = new ArrayList<>();
    try (Connection connection = fixture.app.database().jdbc();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(
          "SELECT pg_advisory_xact_lock(hashtextextended('belfry.sessions %s', 0))"
              .formatted(fixture.acme.account()));
      for (int i = 0; i < 8; i++) {
        starts.add(CompletableFuture.supplyAsync(() -> fixture.client.post(TRIGGER, "{}"), many));
      }
      TestDatabase.awaitBlocked(statement);
      for (int i = 0; i < 20; i++) {
        neighbour
            .post("/v1/variables", "{\"key\":\"K%d\",\"value\":\"v\"}".formatted(i))
            .hasStatus(201);
      }
      for (CompletableFuture<ApiReply> start : starts) {
        start.join().hasStatus(429).matchesContract("triggerCheckSessions");
      }
      connection.rollback();
    }
    fixture.trigger(check);
  }

  private void run(String sql) throws SQLException {
    try (Connection connection = fixture.app.database().jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
