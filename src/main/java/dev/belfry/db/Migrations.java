package dev.belfry.db;

import dev.belfry.config.DatabaseAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;

/**
 * Brings the schema to the version this program knows, forward only. Blocks; runs before serving.
 * Any number of instances may do so at the same time.
 */
public final class Migrations {
  private static final String LOCATION = "db/migration";
  private static final long LOCK = 0x62656c667279L;
  private static final String UNDEFINED_TABLE = "42P01";

  private final MigrationFiles files;

  /** The migrations of the program. */
  public Migrations() {
    this(LOCATION);
  }

  /** The migrations in a folder of the class path. */
  Migrations(String location) {
    this.files = new MigrationFiles(location);
  }

  /** The newest schema version this program knows, at least 1. */
  public static int newest() {
    return new MigrationFiles(LOCATION).newest();
  }

  /**
   * Applies what is missing.
   *
   * @throws SchemaTooNew when the schema is newer than the program
   * @throws DatabaseUnusable when the database cannot be reached, a migration fails, or an applied
   *     one was changed
   */
  public void migrate(DatabaseAddress address) {
    DataSource source = Jdbc.source(address);
    try {
      if (!isCurrent(source)) {
        migrateAlone(source);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseUnusable("Interrupted while waiting for another migration.", e);
    } catch (SQLException | FlywayException e) {
      throw new DatabaseUnusable(
          "The database "
              + address.database()
              + " at "
              + address.host()
              + ":"
              + address.port()
              + " cannot be brought to schema version "
              + files.newest()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  /**
   * Takes turns with other instances. Asking again and again, unlike waiting inside Postgres, holds
   * no snapshot that CREATE INDEX CONCURRENTLY would wait for in turn; Flyway itself asks only once
   * a second.
   */
  private void migrateAlone(DataSource source) throws SQLException, InterruptedException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      while (!isTrue(statement, "SELECT pg_try_advisory_lock(" + LOCK + ")")) {
        Thread.sleep(20);
      }
      if (!isCurrent(source)) {
        flyway(source).migrate();
        isCurrent(source);
      }
    }
  }

  private static boolean isTrue(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() && rows.getBoolean(1);
    }
  }

  /** One query instead of Flyway, which takes most of a second to load, when nothing is to do. */
  private boolean isCurrent(DataSource source) throws SQLException {
    Map<Integer, @Nullable Integer> applied = applied(source);
    int schema = applied.keySet().stream().max(Integer::compare).orElse(0);
    if (schema > files.newest()) {
      throw new SchemaTooNew(schema, files.newest());
    }
    return applied.equals(files.checksums());
  }

  /** Checksums by version; a failed migration has none. */
  private static Map<Integer, @Nullable Integer> applied(DataSource source) throws SQLException {
    Map<Integer, @Nullable Integer> applied = new TreeMap<>();
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT version::int, CASE WHEN success THEN checksum END
                FROM flyway_schema_history
                WHERE version ~ '^[0-9]{1,9}$'
                """)) {
      while (rows.next()) {
        applied.put(rows.getInt(1), (Integer) rows.getObject(2));
      }
    } catch (SQLException e) {
      if (!UNDEFINED_TABLE.equals(e.getSQLState())) {
        throw e;
      }
    }
    return applied;
  }

  private Flyway flyway(DataSource source) {
    return Flyway.configure()
        .loggers("slf4j")
        .dataSource(source)
        .resourceProvider(new MigrationResources(files))
        .javaMigrationClassProvider(List::of)
        .skipDefaultCallbacks(true)
        .placeholderReplacement(false)
        .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
        .cleanDisabled(true)
        .validateOnMigrate(true)
        .load();
  }
}
