package dev.belfry.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.db.SqlResource;
import dev.belfry.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * How Postgres reads the statuses of a large account among so many small ones that it expects few.
 */
class CheckStatusesPlanIT {
  private final TestDatabase database = TestDatabase.createMigrated();

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void comparesNoCheckWithAllOthers() throws SQLException {
    StringBuilder plan = new StringBuilder();
    try (Connection connection = database.jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute("SET session_replication_role = replica");
      statement.execute(
          """
          INSERT INTO checks (id, account_id, check_type, settings, created_at)
          SELECT gen_random_uuid(),
            CASE WHEN n % 10 = 0 THEN '00000000-0000-7000-8000-0000000000aa'
              ELSE gen_random_uuid() END::uuid, 'URL', '{"name":"m"}', now()
          FROM generate_series(1, 20000) AS n""");
      statement.execute(
          """
          INSERT INTO series (account_id, check_id, location, shard)
          SELECT account_id, id, 'eu-west-1', 0 FROM checks""");
      statement.execute("VACUUM ANALYZE checks, series");
      statement.execute("SET plan_cache_mode = force_generic_plan");
      statement.execute(
          "PREPARE statuses (uuid, bigint, integer, uuid, integer) AS "
              + SqlResource.read(StatusStore.class, "check-statuses.sql")
                  .formatted("c.id > $4 ORDER BY c.id LIMIT $5"));
      try (ResultSet rows =
          statement.executeQuery(
              """
              EXPLAIN (ANALYZE, TIMING OFF) EXECUTE statuses (
                '00000000-0000-7000-8000-0000000000aa', 1795000000000, 20775,
                '00000000-0000-0000-0000-000000000000', 1000)""")) {
        while (rows.next()) {
          plan.append(rows.getString(1)).append('\n');
        }
      }
    }
    assertThat(plan)
        .containsPattern("actual rows=1000(\\.00)? loops=1")
        .doesNotContain("Rows Removed by Join Filter", "Seq Scan on series ");
  }
}
