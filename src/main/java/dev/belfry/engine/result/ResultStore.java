package dev.belfry.engine.result;

import dev.belfry.engine.result.distribution.ResultDistribution;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads results from Postgres. */
final class ResultStore {
  /** The newest run first; of one run the final result first, then its attempts in order. */
  private static final String ORDER = "r.at DESC, r.series_id DESC, r.attempt";

  /** Looks details and earlier attempts up for the page alone. */
  private static final String SHOWN =
      """
      found AS MATERIALIZED (%s),
      shown AS MATERIALIZED (
        SELECT f.*, d.detail FROM found f JOIN result_series k ON k.series_id = f.series_id
        LEFT JOIN result_details d
          ON d.series_id = k.series_id AND d.attempt = f.attempt AND d.at = f.at),
      earlier AS MATERIALIZED (
        SELECT f.at, e.* FROM found f JOIN result_series k ON k.series_id = f.series_id
        CROSS JOIN LATERAL (
          SELECT r.series_id, count(*) AS n FROM results r
          WHERE r.series_id = k.series_id AND r.at = f.at
            AND r.attempt = ANY ('{1,2,3,4,5,6,7,8,9,10}')
          GROUP BY r.series_id) AS e
        WHERE f.attempt < 1)
      SELECT r.at, r.series_id, r.attempt, r.response_us, r.delay_ms, r.verdict, r.reason, r.status,
        r.dns, r.tcp, r.tls, r.first_byte, r.download, s.location, r.detail::text,
        CASE WHEN r.attempt > 0 THEN r.attempt - 1 ELSE coalesce(e.n, 0) END::int
      FROM shown r JOIN places s ON s.id = r.series_id
      LEFT JOIN earlier e ON e.series_id = r.series_id AND e.at = r.at
      """;

  private static final String PLACES =
      """
      WITH places AS MATERIALIZED (
        SELECT s.id, s.location FROM series s
        WHERE s.account_id = $1 AND s.check_id = $2 AND ($5::text IS NULL OR s.location = $5)),
      """;

  /** Reads no more rows of each series than the list can show. */
  private static final String FOUND =
      """
      SELECT r.* FROM places w JOIN result_series k ON k.series_id = w.id
        CROSS JOIN LATERAL (
          SELECT * FROM results r
          WHERE r.series_id = k.series_id AND %s AND r.at >= $3 AND r.at < $4
          ORDER BY r.at DESC LIMIT $6) AS r
      """;

  /** The same for several attempts, where no worker has to find them by itself: plans are short. */
  private static final String FOUND_HERE =
      """
      SELECT r.* FROM places w CROSS JOIN %s AS a CROSS JOIN LATERAL (
          SELECT * FROM results r
          WHERE r.series_id = w.id AND %s AND r.at >= $3 AND r.at < $4
          ORDER BY r.at DESC LIMIT $6) AS r
      """;

  private static final String COUNT =
      PLACES
          + """
          counted AS MATERIALIZED (
            SELECT count(*) AS n FROM places w
            JOIN results r ON r.series_id = w.id AND %s AND r.at >= $3 AND r.at < $4)
          SELECT n FROM counted""";

  private static final String READ =
      """
      WITH places AS MATERIALIZED (
        SELECT s.id, s.location FROM series s WHERE s.account_id = $1 AND s.check_id = $2 AND s.id = $3),
      """
          + SHOWN.formatted(
              """
              SELECT r.* FROM results r JOIN places w ON w.id = r.series_id
              WHERE r.series_id = $3 AND r.attempt = $4 AND r.at = $5
              """);

  private static final String CHECK =
      """
      SELECT settings ->> 'name', check_type, (settings -> 'request')::text, %s
      FROM checks WHERE id = $1 AND account_id = $2"""
          .formatted(ResultDistribution.IS_SPREAD);

  private final Database database;

  ResultStore(Database database) {
    this.database = database;
  }

  /**
   * The part of a check that its results show.
   *
   * @param request as it is configured now; null for a check that makes none
   * @param distributed whether its results lie on several servers
   */
  record Check(UUID id, String name, @Nullable CheckRequest request, boolean distributed) {
    static Check of(UUID id, Row row) {
      String request = row.getString(2);
      return new Check(
          id,
          row.getString(0),
          request == null ? null : CheckRequest.parse(CheckType.valueOf(row.getString(1)), request),
          row.getBoolean(3));
    }
  }

  Future<Optional<Check>> check(UUID account, UUID id) {
    return database
        .query(CHECK, Tuple.of(id, account))
        .map(rows -> Rows.first(rows, row -> Check.of(id, row)));
  }

  /**
   * The results from one on, newest first. Fails when the database is away.
   *
   * @param check whose results are read
   * @param start id of the first result
   */
  Future<List<ResultRow>> from(Check check, ResultFilter filter, ResultId start, int limit) {
    String found =
        """
        SELECT * FROM (%s) AS r WHERE r.at < $7
            OR r.at = $7 AND (r.series_id < $8 OR r.series_id = $8 AND r.attempt >= $9)
          ORDER BY %s LIMIT $10
        """
            .formatted(found(check, filter), ORDER);
    Tuple parameters =
        parameters(filter, Math.min(filter.to(), start.at() + 1))
            .addInteger(limit + 1)
            .addLong(start.at())
            .addInteger(start.seriesId())
            .addInteger(start.attempt())
            .addInteger(limit);
    return list(found, parameters);
  }

  Future<List<ResultRow>> page(Check check, ResultFilter filter, int limit, int offset) {
    String found =
        "SELECT * FROM (%s) AS r ORDER BY %s LIMIT $7 OFFSET $8"
            .formatted(found(check, filter), ORDER);
    Tuple parameters =
        parameters(filter, filter.to())
            .addInteger(limit + offset)
            .addInteger(limit)
            .addInteger(offset);
    return list(found, parameters);
  }

  Future<Long> count(ResultFilter filter) {
    return database
        .read(COUNT.formatted(filter.anyCondition()), parameters(filter, filter.to()))
        .map(Rows::number);
  }

  Future<Optional<ResultRow>> read(UUID account, UUID check, ResultId id) {
    return database
        .query(READ, Tuple.of(account, check, id.seriesId(), id.attempt(), id.at()))
        .map(rows -> Rows.first(rows, ResultRow::of));
  }

  private Future<List<ResultRow>> list(String found, Tuple parameters) {
    return database
        .read(PLACES + SHOWN.formatted(found) + "ORDER BY " + ORDER, parameters)
        .map(rows -> Rows.list(rows, ResultRow::of));
  }

  private static String found(Check check, ResultFilter filter) {
    List<String> conditions = filter.conditions();
    return check.distributed() || conditions.size() == 1
        ? conditions.stream().map(FOUND::formatted).collect(Collectors.joining("UNION ALL "))
        : FOUND_HERE.formatted(filter.attempts(), filter.conditionOfAttempt());
  }

  private static Tuple parameters(ResultFilter filter, long to) {
    return Tuple.of(filter.account(), filter.check(), filter.from(), to)
        .addString(filter.location());
  }
}
