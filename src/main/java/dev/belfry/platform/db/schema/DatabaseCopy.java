package dev.belfry.platform.db.schema;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.platform.db.Jdbc;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.postgresql.copy.CopyOut;
import org.postgresql.core.BaseConnection;

/**
 * Copies the whole database of a stopped service into an empty one, whatever version of Postgres
 * each of them has. The tools of Postgres copy only from servers that are no newer than they are.
 */
public final class DatabaseCopy {
  /** Longer than the time between two beats of a living instance. */
  private static final long SILENT_MILLIS = 10_000;

  private static final long PROGRESS_NANOS = 5_000_000_000L;
  private static final double MEBIBYTE = 1024.0 * 1024;

  private static final String ALIVE =
      "SELECT count(*) FROM instances WHERE fenced_at IS NULL AND seen_at > epoch_millis() - "
          + SILENT_MILLIS;

  private static final String JOINED = "SELECT coalesce(max(id), 0) FROM instances";
  private static final String ACCOUNTS = "SELECT count(*) FROM accounts";

  /** Where results are distributed over several servers, this is a table and not a view. */
  private static final String SPREAD =
      """
      SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace
        AND relname = 'result_series' AND relkind <> 'v'""";

  private final DatabaseAddress from;
  private final DatabaseAddress to;
  private final Consumer<String> progress;

  /**
   * Prepares a copy; {@link #run} makes it.
   *
   * @param from a database of this program's schema version
   * @param to a migrated database without accounts
   * @param progress gets lines about how far the copy is
   */
  public DatabaseCopy(DatabaseAddress from, DatabaseAddress to, Consumer<String> progress) {
    this.from = from;
    this.to = to;
    this.progress = progress;
  }

  /**
   * Copies everything, or nothing when it fails. Blocks until all is there.
   *
   * @return the number of rows
   * @throws DatabaseUnusableException when the source has another schema version or instances that
   *     run, when the target has accounts or instances that run, when one of them is a cluster, or
   *     when a server refuses
   */
  public long run() {
    requireVersion(from);
    requireVersion(to);
    try (Connection source = Jdbc.connect(from);
        Connection target = Jdbc.connect(to)) {
      requireStopped(source, "the database to copy");
      requireStopped(target, "the new database");
      requireOneServer(source, "the database to copy");
      requireOneServer(target, "the new database");
      require(
          number(source, ACCOUNTS) > 0, "The database to copy has no accounts: nothing to copy");
      require(
          number(target, ACCOUNTS) == 0,
          "The new database has accounts already. Name one without, so that nothing is lost");
      source.setReadOnly(true);
      source.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      source.setAutoCommit(false);
      target.setAutoCommit(false);
      long joined = number(source, JOINED);
      long rows = copy(source, target);
      source.rollback();
      require(
          number(source, JOINED) == joined,
          "An instance started on the database while it was copied, so the copy was dropped");
      target.commit();
      target.setAutoCommit(true);
      progress.accept("Collecting statistics for the planner");
      execute(target, "ANALYZE");
      return rows;
    } catch (SQLException e) {
      throw new DatabaseUnusableException("Cannot copy: " + Jdbc.reason(e), e);
    }
  }

  private static void requireVersion(DatabaseAddress address) {
    SchemaVersions versions = new Migrations().versions(address);
    require(
        versions.schema() == versions.program(),
        "The database %s at %s has schema version %d, and this program copies version %d only."
                .formatted(
                    address.database(), address.where(), versions.schema(), versions.program())
            + " Run 'migrate' of this version on it first");
  }

  private static void requireStopped(Connection connection, String which) throws SQLException {
    require(
        number(connection, ALIVE) == 0,
        "Instances of Belfry run on %s, or ended without a word less than %d s ago. Stop them first"
            .formatted(which, SILENT_MILLIS / 1_000));
  }

  private static void requireOneServer(Connection connection, String which) throws SQLException {
    require(
        number(connection, SPREAD) == 0,
        "The results of %s lie on several servers, which a copy does not take. Copy before"
                .formatted(which)
            + " 'migrate --distribute'; to move a cluster, use the servers' own backups");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new DatabaseUnusableException(otherwise, null);
    }
  }

  /** Constraints and triggers wait, since rows arrive in no order and are as they were written. */
  private long copy(Connection source, Connection target) throws SQLException {
    List<CopiedSchema.Table> tables = CopiedSchema.tables(source);
    List<CopiedSchema.ForeignKey> keys = CopiedSchema.foreignKeys(target);
    List<String> triggers = CopiedSchema.withTriggers(target);
    for (String table : triggers) {
      execute(target, "ALTER TABLE ONLY %s DISABLE TRIGGER USER".formatted(table));
    }
    for (CopiedSchema.ForeignKey key : keys) {
      execute(target, "ALTER TABLE %s DROP CONSTRAINT %s".formatted(key.table(), key.name()));
    }
    execute(
        target,
        "TRUNCATE " + String.join(", ", tables.stream().map(CopiedSchema.Table::name).toList()));
    for (CopiedSchema.Partition one : CopiedSchema.missing(source, target)) {
      execute(
          target, "CREATE TABLE %s (LIKE %s INCLUDING ALL)".formatted(one.name(), one.parent()));
      execute(
          target,
          "ALTER TABLE %s ATTACH PARTITION %s %s"
              .formatted(one.parent(), one.name(), one.bounds()));
    }
    long rows = 0;
    for (CopiedSchema.Table table : tables) {
      rows += copy(source, target, table);
    }
    for (String statement : CopiedSchema.sequenceStatements(source)) {
      execute(target, statement);
    }
    progress.accept("Checking references between tables");
    for (CopiedSchema.ForeignKey key : keys) {
      execute(
          target,
          "ALTER TABLE %s ADD CONSTRAINT %s %s"
              .formatted(key.table(), key.name(), key.definition()));
    }
    for (String table : triggers) {
      execute(target, "ALTER TABLE ONLY %s ENABLE TRIGGER USER".formatted(table));
    }
    return rows;
  }

  /** As text, which all versions of Postgres read alike. */
  private long copy(Connection source, Connection target, CopiedSchema.Table table)
      throws SQLException {
    if (table.bytes() > MEBIBYTE) {
      progress.accept(
          String.format(
              Locale.ROOT, "Copying %s, %.0f MiB", table.name(), table.bytes() / MEBIBYTE));
    }
    CopyOut out =
        manager(source)
            .copyOut("COPY (SELECT %s FROM %s) TO STDOUT".formatted(table.columns(), table.name()));
    CopyIn in =
        manager(target).copyIn("COPY %s (%s) FROM STDIN".formatted(table.name(), table.columns()));
    long rows = 0;
    long told = System.nanoTime();
    for (byte[] row = out.readFromCopy(); row != null; row = out.readFromCopy()) {
      in.writeToCopy(row, 0, row.length);
      rows++;
      if (System.nanoTime() - told > PROGRESS_NANOS) {
        told = System.nanoTime();
        progress.accept(String.format(Locale.ROOT, "  %,d rows of %s", rows, table.name()));
      }
    }
    long arrived = in.endCopy();
    require(arrived == rows, "Of %d rows of %s %d arrived".formatted(rows, table.name(), arrived));
    return rows;
  }

  private static CopyManager manager(Connection connection) throws SQLException {
    return new CopyManager(connection.unwrap(BaseConnection.class));
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
