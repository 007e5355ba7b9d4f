package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.app.TestApp.Tenant;
import dev.belfry.engine.run.Ledger;
import dev.belfry.engine.run.LedgerReport;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.platform.db.schema.DatabaseCopy;
import dev.belfry.platform.db.schema.Migrations;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Fixtures;
import dev.belfry.testing.Polling;
import dev.belfry.testing.PostgresTools;
import dev.belfry.testing.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service moves to another server, of another major version where the machine has one. */
class CopyIT {
  private static final Map<String, String> PROBING =
      Map.of("BELFRY_LOCATIONS", "all", "BELFRY_ALLOW_PRIVATE_TARGETS", "true");

  private static final String CONTENT =
      """
      SELECT c.relname, (xpath('/row/md5/text()', query_to_xml(format(
        'SELECT md5(coalesce(string_agg(t::text, chr(10) ORDER BY t::text), '''')) FROM %I AS t',
        c.relname), false, true, '')))[1]::text
      FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        AND NOT c.relispartition AND c.relname <> 'flyway_schema_history'""";

  private static final String SEQUENCES =
      "SELECT sequencename, coalesce(last_value, 0) FROM pg_sequences WHERE schemaname = 'public'";

  /** Constraints and triggers of tables that are no partitions, and whether they are in force. */
  private static final String RULES =
      """
      SELECT c.conrelid::regclass || ' ' || c.conname,
        c.convalidated || ' ' || pg_get_constraintdef(c.oid)
      FROM pg_constraint c
      WHERE c.connamespace = 'public'::regnamespace AND c.conparentid = 0 AND c.conrelid > 0
        AND NOT (SELECT r.relispartition FROM pg_class r WHERE r.oid = c.conrelid)
      UNION ALL
      SELECT t.tgrelid::regclass || ' ' || t.tgname, t.tgenabled::text
      FROM pg_trigger t JOIN pg_class r ON r.oid = t.tgrelid
      WHERE r.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal
        AND NOT r.relispartition""";

  private final List<String> progress = new ArrayList<>();

  @TempDir private Path directory = Path.of("");

  private long copy(DatabaseAddress from, DatabaseAddress to) {
    return new DatabaseCopy(from, to, progress::add).run();
  }

  private static Map<String, String> read(DatabaseAddress address, String sql) {
    Map<String, String> found = new TreeMap<>();
    try (Connection connection = TestDatabase.at(address).jdbc();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        found.put(rows.getString(1), String.valueOf(rows.getString(2)));
      }
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
    return found;
  }

  private static long results(DatabaseAddress address) {
    return Long.parseLong(
        read(address, "SELECT 'n', count(*) FROM results WHERE verdict < 4").get("n"));
  }

  @Test
  void everythingMovesAndTheServiceGoesOn() throws SQLException {
    try (PostgresTools tools = PostgresTools.find(directory);
        TestDatabase there = TestDatabase.createMigrated();
        TestDatabase fresh = TestDatabase.createMigrated()) {
      DatabaseAddress source = tools.create("belfry_copy_source");
      try {
        new Migrations().migrate(source);
        Tenant acme;
        String monitor;
        try (TestApp before = TestApp.startOn(source, PROBING)) {
          acme = before.newTenant();
          ApiClient client = before.as(acme);
          Fixtures.create(client, acme.account());
          monitor =
              client
                  .post(
                      "/v1/checks/url",
                      """
                      {"name":"Ours","frequency":0,"frequencyOffset":10,"locations":["eu-west-1"],
                       "request":{"url":"http://127.0.0.1:%d/health/live"}}"""
                          .formatted(before.managementPort()))
                  .hasStatus(201)
                  .id();
          Polling.until("it has results", () -> results(source) > 0);
        }
        long before = results(source);
        assertThat(copy(source, there.address())).isGreaterThan(100);
        assertThat(read(there.address(), CONTENT))
            .isEqualTo(read(source, CONTENT))
            .hasSizeGreaterThan(50);
        assertThat(read(there.address(), SEQUENCES)).containsAllEntriesOf(read(source, SEQUENCES));
        assertThat(read(there.address(), RULES)).isEqualTo(read(fresh.address(), RULES));
        try (TestApp after = TestApp.startOn(there.address(), PROBING)) {
          ApiClient client = after.as(acme);
          client.get("/v1/checks/" + monitor).hasStatus(200);
          client.post("/v1/status-pages/services", "{\"name\":\"New\"}").hasStatus(201);
          Polling.until("the copy has results", () -> results(there.address()) > before);
        }
        try (Connection connection = there.jdbc()) {
          LedgerReport report = new Ledger(connection).count(null, null, null);
          assertThat(report.scheduled()).isPositive();
          assertThat(report.difference()).as(report.toString()).isZero();
        }
      } finally {
        tools.drop(source);
      }
    }
  }

  @Test
  void nothingIsCopiedFromOrToADatabaseInUse() {
    try (TestDatabase source = TestDatabase.createMigrated();
        TestDatabase target = TestDatabase.createMigrated()) {
      refuses(source, target, "has no accounts: nothing to copy");
      source.execute("INSERT INTO accounts VALUES (gen_random_uuid(), 'A', NULL, '{}', now())");
      target.execute("INSERT INTO instances (name, locations) VALUES ('one', '{}')");
      refuses(source, target, "Instances of Belfry run on the new database");
      target.execute("UPDATE instances SET fenced_at = epoch_millis()");
      source.execute("INSERT INTO instances (name, locations) VALUES ('one', '{}')");
      refuses(source, target, "Instances of Belfry run on the database to copy");
      source.execute("UPDATE instances SET seen_at = seen_at - 11000");
      assertThat(copy(source.address(), target.address())).isPositive();
      refuses(source, target, "has accounts already");
    }
  }

  /** Stands for a cluster: there the numbers of series are a table. */
  @Test
  void nothingIsCopiedFromOrToACluster() {
    try (TestDatabase source = TestDatabase.createMigrated();
        TestDatabase target = TestDatabase.createMigrated()) {
      source.execute("INSERT INTO accounts VALUES (gen_random_uuid(), 'A', NULL, '{}', now())");
      target.execute("DROP VIEW result_series");
      target.execute("CREATE TABLE result_series (series_id integer PRIMARY KEY)");
      refuses(source, target, "The results of the new database lie on several servers");
      refuses(target, source, "The results of the database to copy lie on several servers");
      assertThat(read(target.address(), "SELECT 'n', count(*) FROM accounts")).containsValue("0");
    }
  }

  @Test
  void nothingIsCopiedWhenTheSchemasDiffer() {
    try (TestDatabase source = TestDatabase.createMigrated();
        TestDatabase target = TestDatabase.createMigrated()) {
      source.execute("INSERT INTO accounts VALUES (gen_random_uuid(), 'A', NULL, '{}', now())");
      source.execute("CREATE TABLE of_someone_else (id integer)");
      refuses(source, target, "of_someone_else");
      assertThat(read(target.address(), "SELECT 'n', count(*) FROM accounts")).containsValue("0");
      source.execute("DROP TABLE of_someone_else");
      source.execute(
          "DELETE FROM flyway_schema_history WHERE version = '" + Migrations.newest() + "'");
      refuses(source, target, "Run 'migrate' of this version on it first");
    }
  }

  private void refuses(TestDatabase source, TestDatabase target, String why) {
    assertThatThrownBy(() -> copy(source.address(), target.address()))
        .isInstanceOf(DatabaseUnusableException.class)
        .hasMessageContaining(why);
  }
}
