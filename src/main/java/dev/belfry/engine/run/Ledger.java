package dev.belfry.engine.run;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Counts scheduled runs, results and missed runs, to prove that none is lost. Blocks. */
public final class Ledger {
  /**
   * One statement, so that all counts are of one moment. Its rows: the interval ({@code asked}),
   * the scheduled and the open runs ({@code slots}), and results by verdict and reason, on a slot
   * ({@code result}) or not ({@code extra}). A slot is t with t = phase modulo period, and {@code
   * (t - phase + period) / period} counts those up to t. A slot after the watermark without a
   * result is open.
   */
  private static final String COUNT =
      """
      WITH given AS (
        SELECT ?::bigint AS asked_from, ?::bigint AS asked_to, ?::uuid AS account
      ), latest AS (
        SELECT coalesce(g.asked_to, 1 + (
            SELECT min(k.watermark) FROM shards k WHERE EXISTS (
              SELECT FROM series s JOIN schedules c ON c.series_id = s.id AND c.until_ms IS NULL
              WHERE s.location = k.location AND s.shard = k.shard)),
            epoch_millis()) AS to_ms
        FROM given g
      ), asked AS (
        SELECT coalesce(g.asked_from, l.to_ms - 3600000) AS from_ms, l.to_ms, g.account
        FROM given g, latest l
      ), versions AS (
        SELECT c.series_id, c.period_ms, c.phase_ms,
            greatest(c.from_ms, a.from_ms) AS lo,
            least(coalesce(c.until_ms, a.to_ms), a.to_ms) AS hi,
            k.watermark
        FROM asked a, schedules c
          JOIN series s ON s.id = c.series_id
          JOIN shards k ON k.location = s.location AND k.shard = s.shard
        WHERE c.from_ms < a.to_ms AND (c.until_ms IS NULL OR c.until_ms > a.from_ms)
          AND (a.account IS NULL OR s.account_id = a.account)
      ), slots AS (
        SELECT sum((hi - 1 - phase_ms + period_ms) / period_ms
                 - (lo - 1 - phase_ms + period_ms) / period_ms) AS scheduled,
            sum(CASE WHEN hi > mark THEN (hi - 1 - phase_ms + period_ms) / period_ms
                 - (mark - 1 - phase_ms + period_ms) / period_ms END) AS beyond
        FROM (SELECT *, greatest(lo, watermark + 1) AS mark FROM versions WHERE lo < hi) v
      ), results_in AS (
        SELECT r.verdict, r.reason, v.series_id IS NOT NULL AS on_slot,
            coalesce(r.at > v.watermark, false) AS beyond, count(*) AS n
        FROM asked a
          JOIN results r ON r.at >= a.from_ms AND r.at < a.to_ms AND r.attempt = 0
          LEFT JOIN versions v ON v.series_id = r.series_id AND r.at >= v.lo AND r.at < v.hi
            AND (r.at - v.phase_ms) % v.period_ms = 0
        WHERE v.series_id IS NOT NULL OR a.account IS NULL
          OR EXISTS (SELECT FROM series s WHERE s.id = r.series_id AND s.account_id = a.account)
        GROUP BY 1, 2, 3, 4
      ), waiting AS (
        SELECT count(*) AS n, count(*) FILTER (WHERE o.at > v.watermark) AS beyond
        FROM asked a
          JOIN open_runs o ON o.at >= a.from_ms AND o.at < a.to_ms
          JOIN versions v ON v.series_id = o.series_id AND o.at >= v.lo AND o.at < v.hi
            AND (o.at - v.phase_ms) % v.period_ms = 0
      )
      SELECT 'asked' AS kind, NULL::smallint AS verdict, NULL::smallint AS reason,
          a.from_ms AS n, a.to_ms AS m
        FROM asked a
      UNION ALL
      SELECT 'slots', NULL, NULL, coalesce(s.scheduled, 0),
          w.n - w.beyond + greatest(0, coalesce(s.beyond, 0)
            - coalesce((SELECT sum(n) FROM results_in WHERE on_slot AND beyond), 0))
        FROM slots s, waiting w
      UNION ALL
      SELECT CASE WHEN on_slot THEN 'result' ELSE 'extra' END, verdict, reason, sum(n), 0
        FROM results_in GROUP BY 1, 2, 3""";

  private final Connection connection;

  /** Creates a ledger that reads over this connection and leaves it open. */
  public Ledger(Connection connection) {
    this.connection = connection;
  }

  /**
   * Counts the runs of an interval.
   *
   * @param from null for an hour before the end
   * @param to exclusive; null for the oldest watermark of all shards
   * @param account null for all
   */
  public LedgerReport count(@Nullable Instant from, @Nullable Instant to, @Nullable UUID account)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(COUNT)) {
      bind(statement, 1, from);
      bind(statement, 2, to);
      statement.setObject(3, account, Types.OTHER);
      try (ResultSet rows = statement.executeQuery()) {
        return read(rows);
      }
    }
  }

  private static void bind(PreparedStatement statement, int index, @Nullable Instant time)
      throws SQLException {
    statement.setObject(index, time == null ? null : time.toEpochMilli(), Types.BIGINT);
  }

  private static LedgerReport read(ResultSet rows) throws SQLException {
    long[] asked = new long[2];
    long[] slots = new long[2];
    long conclusive = 0;
    long faults = 0;
    Map<Reason, Long> missed = new EnumMap<>(Reason.class);
    long extra = 0;
    while (rows.next()) {
      long n = rows.getLong("n");
      switch (rows.getString("kind")) {
        case "asked" -> asked = new long[] {n, rows.getLong("m")};
        case "slots" -> slots = new long[] {n, rows.getLong("m")};
        case "extra" -> extra += n;
        default -> {
          Verdict verdict = Verdict.of(rows.getInt("verdict"));
          if (verdict.isConclusive()) {
            conclusive += n;
          } else if (verdict == Verdict.OBSERVER_FAULT) {
            faults += n;
          } else {
            missed.merge(Reason.of(rows.getInt("reason")), n, Long::sum);
          }
        }
      }
    }
    return new LedgerReport(
        Instant.ofEpochMilli(asked[0]),
        Instant.ofEpochMilli(asked[1]),
        slots[0],
        conclusive,
        faults,
        missed,
        slots[1],
        extra);
  }
}
