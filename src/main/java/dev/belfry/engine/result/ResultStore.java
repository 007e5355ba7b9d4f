package dev.belfry.engine.result;

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
import org.jspecify.annotations.Nullable;

/** Reads results from Postgres. */
final class ResultStore {
  /** The newest run first; of one run the final result first, then its attempts in order. */
  private static final String ORDER = "r.at DESC, r.series_id DESC, r.attempt";

  private static final String COLUMNS =
      """
      SELECT r.at, r.series_id, r.attempt, r.response_us, r.delay_ms, r.verdict, r.reason, r.status,
        r.dns, r.tcp, r.tls, r.first_byte, r.download, r.location, d.detail::text,
        CASE WHEN r.attempt > 0 THEN r.attempt - 1 ELSE (SELECT count(*) FROM results e
          WHERE e.series_id = r.series_id AND e.at = r.at
            AND e.attempt = ANY ('{1,2,3,4,5,6,7,8,9,10}')) END::int
      FROM %s LEFT JOIN result_details d
        ON d.series_id = r.series_id AND d.attempt = r.attempt AND d.at = r.at
      """;

  /** Reads no more rows of each series than the list can show. */
  private static final String FOUND =
      """
      (SELECT r.*, s.location FROM series s CROSS JOIN %s AS a CROSS JOIN LATERAL (
          SELECT * FROM results r
          WHERE r.series_id = s.id AND %s AND r.at >= $3 AND r.at < $4
          ORDER BY r.at DESC LIMIT $6) AS r
        WHERE s.account_id = $1 AND s.check_id = $2 AND ($5::text IS NULL OR s.location = $5)
      ) AS r
      """;

  private static final String COUNT =
      """
      SELECT count(*) FROM series s CROSS JOIN %s AS a
        JOIN results r ON r.series_id = s.id AND %s AND r.at >= $3 AND r.at < $4
        WHERE s.account_id = $1 AND s.check_id = $2 AND ($5::text IS NULL OR s.location = $5)
      """;

  private static final String READ =
      COLUMNS.formatted(
          """
              (SELECT r.*, s.location FROM series s JOIN results r ON r.series_id = s.id
                WHERE s.account_id = $1 AND s.check_id = $2
                  AND r.series_id = $3 AND r.attempt = $4 AND r.at = $5) AS r
              """);

  private static final String CHECK =
      """
      SELECT settings ->> 'name', check_type, (settings -> 'request')::text FROM checks
      WHERE id = $1 AND account_id = $2""";

  private final Database database;

  ResultStore(Database database) {
    this.database = database;
  }

  /**
   * The part of a check that its results show.
   *
   * @param request as it is configured now; null for a check that makes none
   */
  record Check(UUID id, String name, @Nullable CheckRequest request) {
    static Check of(UUID id, Row row) {
      String request = row.getString(2);
      return new Check(
          id,
          row.getString(0),
          request == null
              ? null
              : CheckRequest.parse(CheckType.valueOf(row.getString(1)), request));
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
   * @param start id of the first result
   */
  Future<List<ResultRow>> from(ResultFilter filter, ResultId start, int limit) {
    String found =
        """
        (SELECT * FROM %s WHERE r.at < $7
            OR r.at = $7 AND (r.series_id < $8 OR r.series_id = $8 AND r.attempt >= $9)
          ORDER BY %s LIMIT $10) AS r
        """
            .formatted(found(filter), ORDER);
    Tuple parameters =
        parameters(filter, Math.min(filter.to(), start.at() + 1))
            .addInteger(limit + 1)
            .addLong(start.at())
            .addInteger(start.seriesId())
            .addInteger(start.attempt())
            .addInteger(limit);
    return list(found, parameters);
  }

  Future<List<ResultRow>> page(ResultFilter filter, int limit, int offset) {
    String found =
        "(SELECT * FROM %s ORDER BY %s LIMIT $7 OFFSET $8) AS r\n".formatted(found(filter), ORDER);
    Tuple parameters =
        parameters(filter, filter.to())
            .addInteger(limit + offset)
            .addInteger(limit)
            .addInteger(offset);
    return list(found, parameters);
  }

  Future<Long> count(ResultFilter filter) {
    return database
        .read(
            COUNT.formatted(filter.attempts(), filter.condition()), parameters(filter, filter.to()))
        .map(Rows::number);
  }

  Future<Optional<ResultRow>> read(UUID account, UUID check, ResultId id) {
    return database
        .query(READ, Tuple.of(account, check, id.seriesId(), id.attempt(), id.at()))
        .map(rows -> Rows.first(rows, ResultRow::of));
  }

  private Future<List<ResultRow>> list(String found, Tuple parameters) {
    return database
        .read(COLUMNS.formatted(found) + "ORDER BY " + ORDER, parameters)
        .map(rows -> Rows.list(rows, ResultRow::of));
  }

  private static String found(ResultFilter filter) {
    return FOUND.formatted(filter.attempts(), filter.condition());
  }

  private static Tuple parameters(ResultFilter filter, long to) {
    return Tuple.of(filter.account(), filter.check(), filter.from(), to)
        .addString(filter.location());
  }
}
