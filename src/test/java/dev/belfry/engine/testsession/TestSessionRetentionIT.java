package dev.belfry.engine.testsession;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.platform.db.Database;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which test sessions are deleted, and which stay. */
class TestSessionRetentionIT {
  private static final long NOW = Duration.ofDays(20_000).toMillis();

  private final TestDatabase testDatabase = TestDatabase.createMigrated();
  private final Vertx vertx = Vertx.vertx();
  private final Database database =
      new Database(
          vertx,
          testDatabase.address(),
          TestApp.config(testDatabase.address(), Map.of()).database(),
          1);
  private final UUID acme = account();

  @AfterEach
  void close() {
    vertx.close().await();
    testDatabase.close();
  }

  private UUID account() {
    UUID account = UUID.randomUUID();
    database
        .query(
            "INSERT INTO accounts (id, name, alert_settings, created_at)"
                + " VALUES ($1, 'Acme', '{}', now())",
            Tuple.of(account))
        .await();
    return account;
  }

  /** Adds sessions that differ by a second each, each with one row of a run. */
  private void sessions(
      UUID account, String name, Duration age, boolean recorded, int checks, int many) {
    database
        .query(
            """
            WITH made AS (
              INSERT INTO test_sessions (id, account_id, suite, provider, recorded, name, place,
                location, metadata, checks, started_ms)
              SELECT gen_random_uuid(), $1, gen_random_uuid(), 'API', $4, $2 || n, 'x', 'x', '{}',
                $5, $3::bigint - 1000 * n
              FROM generate_series(1, $6) AS n RETURNING id, account_id, started_ms)
            INSERT INTO test_runs (id, session_id, account_id, position, logical_id, name,
              check_type, place, until_ms, changed_ms)
            SELECT gen_random_uuid(), id, account_id, 1, 'x', 'x', 'URL', 'x', 0, started_ms
            FROM made""",
            Tuple.of(account, name, NOW - age.toMillis(), recorded, checks, many))
        .await();
  }

  private List<String> left() {
    new TestSessionRetention().round(database, NOW).await();
    List<String> names = new ArrayList<>();
    database
        .query(
            "SELECT s.name FROM test_sessions s JOIN test_runs r ON r.session_id = s.id ORDER BY 1",
            Tuple.tuple())
        .await()
        .forEach(row -> names.add(row.getString(0)));
    return names;
  }

  private long runs() {
    return database
        .query("SELECT count(*) FROM test_runs", Tuple.tuple())
        .await()
        .iterator()
        .next()
        .getLong(0);
  }

  @Test
  void theOldGoWithTheirRuns() {
    sessions(acme, "old", Duration.ofDays(31), true, 1, 3);
    sessions(acme, "kept", Duration.ofDays(31).minusSeconds(10), true, 1, 2);
    sessions(acme, "new", Duration.ZERO, true, 1, 1);
    assertThat(left()).containsExactly("kept1", "kept2", "new1");
    assertThat(runs()).isEqualTo(3);
  }

  @Test
  void thoseThatAreNotRecordedGoAfterAnHour() {
    sessions(acme, "old", Duration.ofHours(1), false, 1, 2);
    sessions(acme, "recorded", Duration.ofHours(1), true, 1, 1);
    sessions(acme, "kept", Duration.ofMinutes(59), false, 1, 1);
    assertThat(left()).containsExactly("kept1", "recorded1");
  }

  /** More than one statement deletes. */
  @Test
  void anAccountKeepsItsNewestThousandAndNobodyElseLoses() {
    UUID other = account();
    sessions(other, "other", Duration.ofDays(30), true, 1, 1);
    sessions(acme, "mine", Duration.ofDays(1), true, 1, 2_100);
    List<String> left = left();
    assertThat(left).hasSize(1_001).contains("other1", "mine1", "mine1000");
    assertThat(left).doesNotContain("mine1001", "mine2100");
  }

  @Test
  void anAccountKeepsTwentyThousandRuns() {
    sessions(acme, "new", Duration.ofMinutes(1), true, 9_000, 2);
    sessions(acme, "fits", Duration.ofMinutes(2), true, 2_000, 1);
    sessions(acme, "over", Duration.ofMinutes(3), true, 1, 2);
    assertThat(left()).containsExactly("fits1", "new1", "new2");
  }
}
