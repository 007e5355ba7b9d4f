package dev.belfry.platform.db.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The migration that renames functions serves programs that are older, and waits with care. */
class SqlNamesIT {
  private static final String FILE = "db/migration/V15__sql_names.sql";

  /** What the migration holds or waits for, of the tables that it renames triggers of. */
  private static final String WAITING =
      "SELECT count(*) FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'"
          + " AND relation = 'deliveries'::regclass";

  private final TestDatabase database = TestDatabase.createMigrated();

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void answersOlderProgramsUnderTheNamesTheyKnow() {
    assertThat(
            database.count("SELECT maintenance_holds(gen_random_uuid(), '{}'::text[], 0)::integer"))
        .isZero();
    String january = "SELECT count(*) FROM pg_class WHERE relname = 'result_hours_20310101'";
    assertThat(database.count(january)).isZero();
    database.execute("SELECT make_partition_of_sums(1925000000000)");
    assertThat(database.count(january)).isOne();
  }

  @Test
  void letsOthersReadWhileItWaitsForABackup() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (Connection backup = database.jdbc();
        Connection reader = database.jdbc();
        Connection migration = database.jdbc();
        Statement reads = reader.createStatement()) {
      backup.setAutoCommit(false);
      execute(backup, "LOCK TABLE deliveries IN ACCESS SHARE MODE");
      reads.execute("SET statement_timeout = '20s'");
      Future<?> waits = thread.submit(() -> lock(migration));
      for (int tries = 0; tries < 3; tries++) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (database.count(WAITING) == 0) {
          assertThat(System.nanoTime()).isLessThan(deadline);
        }
        reads.execute("SELECT count(*) FROM deliveries, incidents, services");
      }
      assertThat(waits.isDone()).isFalse();

      backup.rollback();
      waits.get(20, TimeUnit.SECONDS);
      assertThat(
              database.count(
                  "SELECT count(DISTINCT relation) FROM pg_locks WHERE granted"
                      + " AND mode = 'AccessExclusiveLock' AND relation IN"
                      + " ('deliveries'::regclass, 'incidents'::regclass, 'services'::regclass)"))
          .isEqualTo(3);
    } finally {
      thread.shutdownNow();
    }
  }

  private static Void lock(Connection migration) throws SQLException, IOException {
    migration.setAutoCommit(false);
    execute(migration, beginning());
    return null;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The part of the migration that locks tables. */
  private static String beginning() throws IOException {
    try (InputStream stream = MigrationFiles.resource(FILE).openStream()) {
      String sql = new String(stream.readAllBytes(), UTF_8);
      return sql.substring(0, sql.indexOf("ALTER FUNCTION"));
    }
  }
}
