package dev.belfry.chaos;

import dev.belfry.engine.run.Ledger;
import dev.belfry.engine.run.LedgerReport;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Jdbc;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What the database says of what has happened. */
public final class Books implements AutoCloseable {
  /** Every run up to here is accounted for, milliseconds since 1970. */
  public static final String REACHED =
      """
      SELECT min(k.watermark) FROM shards k WHERE EXISTS (
        SELECT FROM series s JOIN schedules c ON c.series_id = s.id AND c.until_ms IS NULL
        WHERE place_of(s.account_id, s.location) = k.location AND s.shard = k.shard)""";

  /** What was said of a target that it did not deserve; an observer fault says nothing of it. */
  private static final String WRONG =
      """
      SELECT c.settings ->> 'name', s.location, r.at, r.attempt, r.verdict, r.reason, r.delay_ms,
        r.response_us, d.detail
      FROM results r JOIN series s ON s.id = r.series_id JOIN checks c ON c.id = s.check_id
      LEFT JOIN result_details d ON (d.series_id, d.attempt, d.at) = (r.series_id, r.attempt, r.at)
      WHERE r.verdict = 2 AND c.settings #>> '{request,url}' NOT LIKE '%/broken/%'
        OR r.verdict < 2 AND c.settings #>> '{request,url}' LIKE '%/broken/always%'
      LIMIT 20""";

  private static final String TWICE =
      """
      SELECT series_id, at, count(*) FROM results WHERE attempt = 0
      GROUP BY series_id, at HAVING count(*) > 1 LIMIT 20""";

  /** Where slots up to the watermark are neither a result nor an open run. */
  private static final String LOST =
      """
      SELECT s.location, s.shard, k.owner, i.name, k.watermark, count(DISTINCT s.id) AS series,
        count(*) AS slots, min(slot), max(slot), max(c.from_ms)
      FROM schedules c JOIN series s ON s.id = c.series_id
      JOIN shards k USING (location, shard) LEFT JOIN instances i ON i.id = k.owner,
      generate_series(
        c.from_ms + (((c.phase_ms - c.from_ms) % c.period_ms) + c.period_ms) % c.period_ms,
        least(c.until_ms - 1, k.watermark), c.period_ms) AS slot
      WHERE NOT EXISTS (SELECT FROM results r
          WHERE r.series_id = s.id AND r.at = slot AND r.attempt = 0)
        AND NOT EXISTS (SELECT FROM open_runs o WHERE o.series_id = s.id AND o.at = slot)
      GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2 LIMIT 20""";

  private static final String STUCK =
      "SELECT * FROM open_runs WHERE due_ms < epoch_millis() - 20000 LIMIT 20";

  private static final String ATTEMPTS = "SELECT count(*) FROM results WHERE verdict < 4";

  private final Connection connection;

  public Books(DatabaseAddress address) throws SQLException {
    connection = Jdbc.connect(address);
  }

  /** The database's clock, milliseconds since 1970. */
  public long now() throws SQLException {
    return number("SELECT epoch_millis()");
  }

  /** The ledger from a moment to where everything is accounted for. */
  public LedgerReport ledger(long from) throws SQLException {
    return new Ledger(connection).count(Instant.ofEpochMilli(from), null, null);
  }

  public List<String> wrong() throws SQLException {
    return rows(WRONG);
  }

  public List<String> twice() throws SQLException {
    return rows(TWICE);
  }

  /** Slots that the ledger misses, by shard with its owner and watermark. */
  public List<String> lost() throws SQLException {
    return rows(LOST);
  }

  /** Open runs that should have gone on long ago. */
  public List<String> stuck() throws SQLException {
    return rows(STUCK);
  }

  /** Attempts that are stored. */
  long attempts() throws SQLException {
    return number(ATTEMPTS);
  }

  /** The number that a statement answers with. */
  public long number(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Each row that a statement answers with, its columns separated by blanks. */
  public List<String> rows(String sql) throws SQLException {
    List<String> found = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.add(String.valueOf(rows.getString(i)));
        }
        found.add(String.join(" ", row));
      }
    }
    return found;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
