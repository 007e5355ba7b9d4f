package dev.belfry.platform.db.schema;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.platform.db.Jdbc;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Migrates the schema forward to this program's version. It leaves a newer schema alone that still
 * serves this program (ADR 25). Blocks; any number of instances may migrate at the same time.
 */
public final class Migrations {
  private static final String LOCATION = "db/migration";
  private static final long LOCK = 0x62656c667279L;
  private static final String UNDEFINED_TABLE = "42P01";
  private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);

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
   * @throws SchemaTooNewException when the schema is newer and does not serve this program
   * @throws DatabaseUnusableException when the database cannot be reached, a migration fails, or an
   *     applied one was changed
   */
  public void migrate(DatabaseAddress address) {
    DataSource source = Jdbc.source(address);
    try {
      if (!isCurrent(source)) {
        migrateAlone(source);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseUnusableException("Interrupted while waiting for another migration.", e);
    } catch (SQLException | FlywayException e) {
      throw new DatabaseUnusableException(
          "The database "
              + address.database()
              + " at "
              + address.where()
              + " cannot be brought to schema version "
              + files.newest()
              + ": "
              + Jdbc.reason(e),
          e);
    }
  }

  /**
   * The versions of program and database; changes nothing.
   *
   * @throws DatabaseUnusableException when the database cannot be reached
   */
  public SchemaVersions versions(DatabaseAddress address) {
    try {
      return find(Jdbc.source(address)).versions();
    } catch (SQLException e) {
      throw new DatabaseUnusableException("The database cannot be read: " + Jdbc.reason(e), e);
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

  /** Two queries instead of Flyway, which takes most of a second to load, when nothing is to do. */
  private boolean isCurrent(DataSource source) throws SQLException {
    Found found = find(source);
    if (found.versions().oldest() > found.versions().program()) {
      throw new SchemaTooNewException(found.versions());
    }
    Map<Integer, @Nullable Integer> ours = new TreeMap<>(found.checksums());
    ours.keySet().removeIf(version -> version > files.newest());
    boolean current = ours.equals(files.checksums());
    if (current && found.versions().schema() > files.newest()) {
      LOG.info(
          "The database has schema version {}, which still serves this program of version {}",
          found.versions().schema(),
          files.newest());
    }
    return current;
  }

  /**
   * What is in a database.
   *
   * @param checksums by version; a failed migration has none
   */
  private record Found(SchemaVersions versions, Map<Integer, @Nullable Integer> checksums) {}

  private Found find(DataSource source) throws SQLException {
    Map<Integer, @Nullable Integer> applied = new TreeMap<>();
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      read(
          statement,
          """
          SELECT version::int, CASE WHEN success THEN checksum END
          FROM flyway_schema_history
          WHERE version ~ '^[0-9]{1,9}$'
          """,
          row -> applied.put(row.getInt(1), (Integer) row.getObject(2)));
      int schema = applied.keySet().stream().max(Integer::compare).orElse(0);
      // A schema from before it said whom it serves serves the program that made it.
      AtomicInteger oldest = new AtomicInteger(schema);
      read(statement, "SELECT oldest FROM schema_support", row -> oldest.set(row.getInt(1)));
      return new Found(new SchemaVersions(files.newest(), schema, oldest.get()), applied);
    }
  }

  /** What is done with a row. */
  private interface Reader {
    void read(ResultSet row) throws SQLException;
  }

  /** Reads the rows of a table, none when there is no such table yet. */
  private static void read(Statement statement, String sql, Reader reader) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        reader.read(rows);
      }
    } catch (SQLException e) {
      if (!UNDEFINED_TABLE.equals(e.getSQLState())) {
        throw e;
      }
    }
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
