package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.db.ListFilter;
import dev.belfry.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How Postgres reads the list of monitors of a large account. */
class ListPlanIT {
  private static final UUID ACME = UUID.fromString("00000000-0000-7000-8000-0000000000aa");

  private final TestDatabase database = TestDatabase.createMigrated();

  @BeforeEach
  void fill() throws SQLException {
    try (Connection connection = database.jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute("SET session_replication_role = replica");
      statement.execute(
          """
          INSERT INTO checks (id, account_id, check_type, settings, created_at)
          SELECT gen_random_uuid(),
            CASE WHEN n % 10 = 0 THEN '00000000-0000-7000-8000-0000000000aa'
              ELSE '00000000-0000-7000-8000-0000000000bb' END::uuid,
            'URL', jsonb_build_object('name', 'm' || n, 'tags', jsonb_build_array('t' || n % 100)),
            now() FROM generate_series(1, 30000) AS n""");
      statement.execute("VACUUM ANALYZE checks");
    }
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void findsAPageAndItsTotalByIndex() throws SQLException {
    ListFilter all = filter(List.of(), null);

    assertThat(explain(all.page(MonitorStore.LIST)))
        .doesNotContain("Seq Scan", "Sort Key: c.id", "WindowAgg");
    assertThat(explain(all.restrict(MonitorStore.COUNT))).contains("Index Only Scan");
  }

  @Test
  void readsTheRowsOfAFilteredListOnce() throws SQLException {
    String tagged = explain(filter(List.of("t10"), null).page(MonitorStore.LIST));
    String named = explain(filter(List.of(), "m77").page(MonitorStore.LIST));

    assertThat(List.of(tagged, named))
        .allSatisfy(plan -> assertThat(plan).containsOnlyOnce("Rows Removed by Filter"));
    assertThat(tagged).contains("WindowAgg");
  }

  private static ListFilter filter(List<String> tags, @Nullable String search) {
    return new MonitorStore.Filter(ACME, tags, null, search, null, null, null, null).conditions();
  }

  /** The plan with the account and the filter's only value in the place of parameters. */
  private String explain(String sql) throws SQLException {
    boolean restricted = sql.contains("LIMIT $3");
    String value = sql.contains("strpos") ? "'m77'" : "'{t10}'";
    String bound = sql.replace("$1", "'" + ACME + "'::uuid");
    bound =
        restricted
            ? bound.replace("$2", value).replace("$3", "100").replace("$4", "0")
            : bound.replace("$2", "100").replace("$3", "2000");
    StringBuilder plan = new StringBuilder();
    try (Connection connection = database.jdbc();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("EXPLAIN (ANALYZE, TIMING OFF) " + bound)) {
      while (rows.next()) {
        plan.append(rows.getString(1)).append('\n');
      }
    }
    return plan.toString();
  }
}
