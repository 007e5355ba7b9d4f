package dev.belfry.engine.overview;

import dev.belfry.engine.result.RollUp;
import dev.belfry.engine.result.SumStatement;
import dev.belfry.engine.result.TimeRange;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Reads the results of an account and of its groups, hour by hour. Whole hours come from {@code
 * account_hours}: few rows for any number of checks. Futures fail when the database is away.
 */
final class TrendStore {
  /** The group id that stands for all checks of the account. */
  static final long ALL = 0;

  /** Up to so many series, hours that are not rolled up yet are summed from the results. */
  private static final int MOST_SERIES = 500;

  private static final String SUMS =
      """
      x.passed, x.degraded, x.failed, x.faults, x.missed, x.answered, x.response_us, x.fastest_us,
        x.slowest_us, x.histogram
      """;

  private static final String MEASURED =
      """
      SELECT p.hour, (SELECT count(*) FROM (
        SELECT FROM series WHERE account_id = $1 LIMIT $2) AS s) FROM result_progress p""";

  /** In place of a check and a location, each row names the account and the group. */
  private static final String HOURS =
      """
      WITH asked AS MATERIALIZED (
        SELECT g.id AS group_id, s.id AS series_id
        FROM unnest($2::bigint[]) AS g (id)
        JOIN series s ON s.account_id = $1
        JOIN checks c ON c.id = s.check_id AND (g.id = 0 OR c.group_id = g.id)
        WHERE greatest($3::bigint, $4) < $5::bigint),
      spans AS MATERIALIZED (
        SELECT a.series_id, t.at, t.at AS from_ms, t.at + 3600000 AS until_ms
        FROM (SELECT DISTINCT series_id FROM asked) AS a
        CROSS JOIN generate_series(greatest($3::bigint, $4), $5::bigint - 1, 3600000) AS t (at)),
      %2$s
      SELECT $1::uuid, x.group_id::text, x.hour, %1$s
        FROM account_hours x
        WHERE x.account_id = $1 AND x.group_id = ANY ($2) AND x.hour >= $3 AND x.hour < $4
      UNION ALL
      SELECT $1::uuid, a.group_id::text, x.at, %1$s
        FROM asked a JOIN summed x ON x.series_id = a.series_id"""
          .formatted(SUMS, SumStatement.sums("greatest($3::bigint, $4)"));

  private static final String ALERTS =
      """
      SELECT a.decided_ms / 3600000 * 3600000, count(*) FROM alerts a
      WHERE a.account_id = $1 AND a.decided_ms >= $2 AND a.held_name IS NULL GROUP BY 1""";

  private final Database database;

  TrendStore(Database database) {
    this.database = database;
  }

  /**
   * Hours of groups.
   *
   * @param until end of what is counted, milliseconds since 1970
   */
  record Measured(Map<Long, List<RollUp>> byGroup, long until) {
    List<RollUp> of(long group) {
      return byGroup.getOrDefault(group, List.of());
    }
  }

  /** The hours of these groups; {@link #ALL} among them stands for all checks. */
  Future<Measured> hours(UUID account, List<Long> groups, TimeRange range) {
    return database
        .query(MEASURED, Tuple.of(account, MOST_SERIES + 1))
        .map(rows -> rows.iterator().next())
        .compose(progress -> hours(account, groups, range, progress));
  }

  private Future<Measured> hours(UUID account, List<Long> groups, TimeRange range, Row progress) {
    long whole = Math.min(progress.getLong(0), range.to());
    long until = progress.getLong(1) > MOST_SERIES ? whole : range.to();
    return database
        .read(
            HOURS,
            Tuple.of(account, groups.toArray(Long[]::new), range.from(), whole).addLong(until))
        .map(rows -> Rows.list(rows, RollUp::of))
        .map(
            hours ->
                new Measured(
                    hours.stream()
                        .collect(Collectors.groupingBy(hour -> Long.valueOf(hour.location()))),
                    until));
  }

  /** How many alerts the account raised since a time, by the start of their hour. */
  Future<Map<Long, Long>> alerts(UUID account, long since) {
    return database
        .read(ALERTS, Tuple.of(account, since))
        .map(
            rows ->
                Rows.list(rows, row -> row).stream()
                    .collect(Collectors.toMap(row -> row.getLong(0), row -> row.getLong(1))));
  }
}
