package dev.belfry.engine.result.analytics;

import dev.belfry.engine.result.RollUp;
import dev.belfry.engine.result.RollUpProgress;
import dev.belfry.engine.result.SumStatement;
import dev.belfry.engine.result.TimeRange;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads roll-ups of checks from Postgres. Futures fail when the database is away. */
public final class AnalyticsStore {
  private static final String SUMS =
      """
      x.passed, x.degraded, x.failed, x.faults, x.missed, x.answered, x.response_us, x.fastest_us,
        x.slowest_us, x.histogram
      """;

  /**
   * Whole days, then the hours around them, then the results that are not rolled up yet. The
   * roll-up of a day grows with each hour. It may stand for the part of the day before the unrolled
   * results, but not for a part that ends earlier. Each part keeps to its side of one time, that
   * {@code wanted} reads: a worker of a cluster may have roll-ups beyond it, which are left out.
   * The last condition on spans holds for all of them; the planner expects fewer rows by it, and
   * looks few series up by key.
   */
  static final String SUM =
      """
      WITH wanted AS MATERIALIZED (
        SELECT s.check_id, s.location, s.id,
          p.hour + CASE WHEN s.id < p.next_series THEN 3600000 ELSE 0 END AS summed
        FROM series s CROSS JOIN settled_progress p
        WHERE s.account_id = $1 AND s.check_id = ANY ($2)),
      days AS MATERIALIZED (
        SELECT w.check_id, w.location, w.id, w.summed, x.until_ms, x.day * 86400000::bigint AS at,
          %1$s
        FROM wanted w CROSS JOIN unnest($3::int[]) AS t (day)
        JOIN result_days x ON x.day = t.day AND x.series_id = w.id
        WHERE (t.day + 1) * 86400000::bigint <= $7::bigint OR w.summed <= $7),
      hours_asked AS MATERIALIZED (
        SELECT w.check_id, w.location, w.id, t.hour
          FROM wanted w CROSS JOIN unnest($4::bigint[]) AS t (hour) WHERE t.hour < w.summed
        UNION ALL
        SELECT w.check_id, w.location, w.id, t.hour
          FROM wanted w CROSS JOIN unnest($5::bigint[]) AS t (hour) WHERE w.summed > $7
        UNION ALL
        SELECT d.check_id, d.location, d.id, d.at + t.n * 3600000
          FROM days d CROSS JOIN unnest(%3$s) AS t (n)
          WHERE d.until_ms > d.summed AND d.at + t.n * 3600000 < d.summed),
      hours AS MATERIALIZED (
        SELECT a.check_id, a.location, x.hour AS at, %1$s
        FROM hours_asked a JOIN result_hours x ON x.hour = a.hour AND x.series_id = a.id),
      spans AS MATERIALIZED (
        SELECT w.id AS series_id, t.at, t.at AS from_ms, least(t.at + 3600000, $7) AS until_ms
        FROM wanted w
        CROSS JOIN generate_series(greatest(w.summed, $6), $7 - 1, 3600000) AS t (at)
        WHERE t.at >= $6 AND t.at < $7),
      %2$s
      SELECT x.check_id, x.location, x.at, %1$s FROM days x WHERE x.until_ms <= x.summed
      UNION ALL
      SELECT x.check_id, x.location, x.at, %1$s FROM hours x
      UNION ALL
      SELECT w.check_id, w.location, x.at, %1$s
        FROM wanted w JOIN summed x ON x.series_id = w.id"""
          .formatted(SUMS, SumStatement.sums("$8"), SumStatement.HOURS_OF_DAY);

  /** A row for each step, also without results. */
  private static final String SUM_OF_RESULTS =
      """
      WITH spans AS MATERIALIZED (
        SELECT s.check_id, s.location, s.id AS series_id, t.at, t.at AS from_ms,
          t.at + $5 AS until_ms
        FROM series s CROSS JOIN generate_series($3::bigint, $4::bigint - 1, $5::bigint) AS t (at)
        WHERE s.account_id = $1 AND s.check_id = $2 AND t.at >= $3 AND t.at < $4),
      %s
      SELECT w.check_id, w.location, w.at, coalesce(x.passed, 0), coalesce(x.degraded, 0),
        coalesce(x.failed, 0), coalesce(x.faults, 0), coalesce(x.missed, 0),
        coalesce(x.answered, 0), coalesce(x.response_us, 0), x.fastest_us, x.slowest_us,
        coalesce(x.histogram, ''::bytea)
      FROM spans w LEFT JOIN summed x ON x.series_id = w.series_id AND x.at = w.at"""
          .formatted(SumStatement.sums("$3"));

  /** The condition is that of the function {@code maintenance_silences}, for each window. */
  private static final String MAINTENANCE =
      """
      SELECT w.name, i.starts_ms, i.ends_ms
      FROM checks c LEFT JOIN check_groups g ON g.id = c.group_id
        CROSS JOIN LATERAL tags_of(c.settings, g.settings) AS own (tags)
        JOIN maintenance_intervals i ON i.account_id = c.account_id
        JOIN maintenance_windows w ON w.id = i.window_id
      WHERE c.account_id = $1 AND c.id = $2 AND i.ends_ms > $3 AND i.starts_ms < $4
        AND (w.silence_all_alerts OR w.tags && own.tags OR w.silence_alerts_tags && own.tags
          OR w.pause_all_checks AND w.tags = '{}')
      ORDER BY i.starts_ms, w.id LIMIT $5""";

  private static final int MOST_PERIODS = 1_000;

  /**
   * Pings are kept with the results alone, so that figures of them are of a part of the runs: the
   * newest ones, which bounds what is read.
   */
  private static final String PINGS =
      """
      WITH wanted AS MATERIALIZED (
        SELECT s.id, s.check_id, s.location FROM series s
        WHERE s.account_id = $1 AND s.check_id = ANY ($2))
      SELECT w.check_id, w.location, sum(p.sent)::bigint, sum(p.replied)::bigint
      FROM wanted w JOIN result_series k ON k.series_id = w.id CROSS JOIN LATERAL (
        SELECT (d.detail #>> '{icmp,packetsSent}')::bigint AS sent,
          (d.detail #>> '{icmp,packetsReceived}')::bigint AS replied
        FROM result_details d
        WHERE d.series_id = k.series_id AND d.attempt = 0 AND d.at >= $3 AND d.at < $4
        ORDER BY d.at DESC LIMIT $5) AS p
      WHERE p.sent IS NOT NULL
      GROUP BY w.check_id, w.location""";

  /** Runs of a series whose pings are summed up, at most. */
  private static final int MOST_PINGED = 1_000;

  private static final String CHECKS =
      CheckHead.SELECT + "WHERE c.account_id = $1 AND c.id = ANY ($2) ORDER BY c.id";

  private static final String NEXT_CHECKS =
      CheckHead.SELECT
          + """
          WHERE c.account_id = $1 AND c.id > $2
            AND ($3::text[] IS NULL OR c.settings -> 'tags' ?| $3)
            AND ($4::boolean IS NULL OR e.activated <> $4)
          ORDER BY c.id LIMIT $5""";

  private final Database database;

  /** Creates a store on this database. */
  public AnalyticsStore(Database database) {
    this.database = database;
  }

  Future<Optional<CheckHead>> check(UUID account, UUID id) {
    return checks(account, List.of(id)).map(heads -> heads.stream().findFirst());
  }

  /** The checks, without those of other accounts. */
  Future<List<CheckHead>> checks(UUID account, List<UUID> ids) {
    return database
        .query(CHECKS, Tuple.of(account).addArrayOfUUID(ids.toArray(UUID[]::new)))
        .map(rows -> Rows.list(rows, CheckHead::of));
  }

  /**
   * The next checks of the account in the order of their ids.
   *
   * @param tags of which a check must have one, empty for all checks
   * @param deactivated true for paused checks, false for the others, null for all
   */
  Future<List<CheckHead>> next(
      UUID account, UUID after, List<String> tags, @Nullable Boolean deactivated, int limit) {
    return database
        .read(
            NEXT_CHECKS,
            Tuple.of(account, after, tags.isEmpty() ? null : tags.toArray(String[]::new))
                .addBoolean(deactivated)
                .addInteger(limit))
        .map(rows -> Rows.list(rows, CheckHead::of));
  }

  /** The roll-ups of a range: days where they are whole, else hours, else the results. */
  public Future<List<RollUp>> sums(UUID account, List<UUID> checks, TimeRange range) {
    return sums(account, checks, range, range.days(), range.hoursBeforeDays());
  }

  /** The roll-ups of a range, none longer than an hour. */
  public Future<List<RollUp>> hours(UUID account, UUID check, TimeRange range) {
    return hours(account, List.of(check), range);
  }

  /** The roll-ups of several checks, none longer than an hour. */
  public Future<List<RollUp>> hours(UUID account, List<UUID> checks, TimeRange range) {
    return sums(account, checks, range, new Integer[0], range.hours());
  }

  private Future<List<RollUp>> sums(
      UUID account, List<UUID> checks, TimeRange range, Integer[] days, Long[] hours) {
    Long[] hoursOfLastDay = days.length == 0 ? new Long[0] : range.hoursOfLastDay();
    return RollUpProgress.hour(database)
        .compose(
            summed ->
                database.read(
                    SUM,
                    Tuple.of(account, checks.toArray(UUID[]::new), days, hours, hoursOfLastDay)
                        .addLong(range.from())
                        .addLong(range.until())
                        .addLong(Math.max(range.from(), summed))))
        .map(rows -> Rows.list(rows, RollUp::of));
  }

  /**
   * The pings of ICMP monitors in a range.
   *
   * @param replied those that were answered
   */
  record Pings(UUID check, String location, long sent, long replied) {
    static Pings of(Row row) {
      return new Pings(row.getUUID(0), row.getString(1), row.getLong(2), row.getLong(3));
    }
  }

  /** The pings of the newest runs in a range, by check and location; empty for other types. */
  Future<List<Pings>> pings(UUID account, List<UUID> checks, TimeRange range) {
    return checks.isEmpty()
        ? Future.succeededFuture(List.of())
        : database
            .read(
                PINGS,
                Tuple.of(
                    account, checks.toArray(UUID[]::new), range.from(), range.until(), MOST_PINGED))
            .map(rows -> Rows.list(rows, Pings::of));
  }

  /** When windows kept a check from running or alerting, oldest first. */
  Future<List<MaintenancePeriod>> maintenance(UUID account, UUID check, TimeRange range) {
    return database
        .read(MAINTENANCE, Tuple.of(account, check, range.from(), range.to(), MOST_PERIODS))
        .map(rows -> Rows.list(rows, MaintenancePeriod::of));
  }

  /** Roll-ups computed from the kept results, in steps of any length. */
  Future<List<RollUp>> steps(UUID account, UUID check, TimeRange range, long stepMillis) {
    return database
        .read(SUM_OF_RESULTS, Tuple.of(account, check, range.from(), range.until(), stepMillis))
        .map(rows -> Rows.list(rows, RollUp::of));
  }
}
