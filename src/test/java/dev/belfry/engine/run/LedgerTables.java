package dev.belfry.engine.run;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Series, schedules and what became of their slots, as the engine would leave them. */
final class LedgerTables implements AutoCloseable {
  static final UUID OTHER = new UUID(0x7000, 0x8000_0000_0000_0002L);

  private final ScheduleTables tables;
  private final long noon;

  LedgerTables() throws SQLException {
    tables = new ScheduleTables();
    noon = tables.number("SELECT epoch_millis() / 86400000 * 86400000 + 43200000");
    tables.run("INSERT INTO accounts VALUES (?, 'Globex', NULL, '{}', now())", OTHER);
  }

  /** Noon of today, so that all times near it have a partition. */
  long noon() {
    return noon;
  }

  void run(String sql, @Nullable Object... parameters) throws SQLException {
    tables.run(sql, parameters);
  }

  /** Does the work in one transaction. */
  void atOnce(Work work) throws SQLException {
    tables.connection().setAutoCommit(false);
    work.run();
    tables.connection().commit();
    tables.connection().setAutoCommit(true);
  }

  /** Work on these tables. */
  interface Work {
    void run() throws SQLException;
  }

  /** A series of a check of its own, without a schedule. */
  int series(UUID account, String location, int shard) throws SQLException {
    UUID check = UUID.randomUUID();
    tables.run(
        "INSERT INTO checks (id, account_id, check_type, settings, created_at)"
            + " VALUES (?, ?, 'API', '{}', now())",
        check,
        account);
    tables.run(
        "INSERT INTO shards (location, shard, watermark) SELECT place_of(?, ?), n, 0"
            + " FROM generate_series(0, 31) n ON CONFLICT DO NOTHING",
        account,
        location);
    return (int)
        tables.number(
            "INSERT INTO series (account_id, check_id, location, shard) VALUES (?, ?, ?, ?)"
                + " RETURNING id",
            account,
            check,
            location,
            shard);
  }

  void version(int series, long from, @Nullable Long until, long period, long phase)
      throws SQLException {
    tables.run("INSERT INTO schedules VALUES (?, ?, ?, ?, ?)", series, from, until, period, phase);
  }

  void result(int series, long at, int attempt, Verdict verdict, Reason reason)
      throws SQLException {
    try (PreparedStatement insert =
        tables
            .connection()
            .prepareStatement(
                "INSERT INTO results VALUES (?, ?, 0, 0, ?, ?, ?, 0, 0, 0, 0, 0, 0)")) {
      insert.setLong(1, at);
      insert.setInt(2, series);
      insert.setInt(3, attempt);
      insert.setShort(4, verdict.code());
      insert.setShort(5, reason.code());
      insert.execute();
    }
  }

  void waits(int series, long at) throws SQLException {
    tables.run(
        "INSERT INTO open_runs SELECT id, ?, location, shard, 1, ?, ? FROM series WHERE id = ?",
        at,
        at,
        at,
        series);
  }

  void watermark(long at) throws SQLException {
    tables.run("UPDATE shards SET watermark = ?", at);
  }

  LedgerReport count(@Nullable Long from, @Nullable Long to, @Nullable UUID account)
      throws SQLException {
    return new Ledger(tables.connection())
        .count(
            from == null ? null : Instant.ofEpochMilli(from),
            to == null ? null : Instant.ofEpochMilli(to),
            account);
  }

  @Override
  public void close() throws SQLException {
    tables.close();
  }
}
