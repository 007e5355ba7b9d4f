package dev.belfry.engine.overview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.db.SqlResource;
import dev.belfry.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How Postgres brings the overview up to date before it has counted a mass of new checks. */
class ApplyChangesPlanIT {
  private final TestDatabase database = TestDatabase.createMigrated();

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void looksUpTheStatesOfACheckByIndex() throws SQLException {
    String sql = SqlResource.read(ChangeStore.class, "apply-changes.sql").replace("$1", "1000");
    StringBuilder plan = new StringBuilder();
    try (Connection connection = database.jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute("SET session_replication_role = replica");
      statement.execute(
          """
          INSERT INTO series (account_id, check_id, location, shard)
          SELECT gen_random_uuid(), gen_random_uuid(), 'default', 0
          FROM generate_series(1, 100000)""");
      try (ResultSet rows = statement.executeQuery("EXPLAIN " + sql)) {
        while (rows.next()) {
          plan.append(rows.getString(1)).append('\n');
        }
      }
    }
    assertThat(plan)
        .contains("on series_states")
        .doesNotContain("Seq Scan on series", "Seq Scan on schedules");
  }
}
