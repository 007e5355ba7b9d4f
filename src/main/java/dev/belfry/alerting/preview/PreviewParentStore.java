package dev.belfry.alerting.preview;

import dev.belfry.monitoring.dependency.Parent;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/**
 * Reads what the checks of an account depend on, and the results of many of them at once. Futures
 * fail when the database is away.
 */
final class PreviewParentStore {
  private static final String EDGES =
      """
      SELECT c.id, d.parent_check_id, d.parent_group_id, d.group_id IS NOT NULL
      FROM checks c CROSS JOIN LATERAL dependencies_of(c.id, NULL) AS d
      WHERE c.account_id = $1 AND c.id = ANY ($2) ORDER BY 1, 2, 3""";

  private static final String MEMBERS =
      """
      SELECT c.group_id, c.id FROM checks c
      WHERE c.account_id = $1 AND c.group_id = ANY ($2) ORDER BY c.group_id, c.id LIMIT $3""";

  /** Parts of hours with failed results, and all parts of hours with degraded ones. */
  private static final String MOMENTS =
      """
      WITH failed AS MATERIALIZED (
        SELECT DISTINCT r.series_id, r.at - r.at %% %1$d AS at FROM results r
        WHERE r.series_id = ANY ($1) AND r.attempt = 0 AND r.verdict = 2
          AND r.at >= $2 AND r.at < $3),
      degraded AS MATERIALIZED (
        SELECT h.series_id, h.hour FROM result_hours h
        WHERE h.series_id = ANY ($1) AND h.hour > $2 - 3600000 AND h.hour < $3 AND h.degraded > 0)
      SELECT f.series_id, f.at FROM failed f
      UNION SELECT h.series_id, p.at FROM degraded h
        CROSS JOIN LATERAL generate_series(h.hour, h.hour + 3599999, %1$d) AS p (at)"""
          .formatted(ParentMoments.UNIT);

  private static final String MOMENTS_OF_RETRIES =
      PreviewStore.RETRIED.formatted(ParentMoments.UNIT);

  /** Of many ranges; the bounds of all of them leave out partitions before the statement runs. */
  private static final String ATTEMPTS =
      "SELECT "
          + PreviewStore.ATTEMPT_COLUMNS
          + """
      , w.n
      FROM unnest($1::int[], $2::int[], $3::bigint[], $4::bigint[]) AS w (n, series_id, from_ms, to_ms)
      JOIN results r ON r.series_id = w.series_id AND r.at >= w.from_ms AND r.at < w.to_ms
      WHERE r.attempt = ANY ($5) AND r.at >= $6 AND r.at < $7
      ORDER BY r.at, r.series_id, r.attempt = 0, r.attempt""";

  private static final int NUMBER = 8;

  private final Database database;

  PreviewParentStore(Database database) {
    this.database = database;
  }

  /**
   * A stored dependency of a check.
   *
   * @param ofGroup whether the check has it from its group
   */
  record Edge(UUID check, Parent parent, boolean ofGroup) {
    static Edge of(Row row) {
      return new Edge(
          row.getUUID(0), new Parent(row.getUUID(1), row.getLong(2)), row.getBoolean(3));
    }
  }

  Future<List<Edge>> edges(UUID account, Collection<UUID> checks) {
    return database
        .query(EDGES, Tuple.of(account).addArrayOfUUID(checks.toArray(UUID[]::new)))
        .map(rows -> Rows.list(rows, Edge::of));
  }

  /** The checks of groups; the last groups may lack some when there are too many. */
  Future<Map<Long, List<UUID>>> members(UUID account, Collection<Long> groups, int most) {
    return groups.isEmpty()
        ? Future.succeededFuture(Map.of())
        : database
            .query(
                MEMBERS,
                Tuple.of(account).addArrayOfLong(groups.toArray(Long[]::new)).addInteger(most))
            .map(
                rows -> {
                  Map<Long, List<UUID>> members = new HashMap<>();
                  rows.forEach(
                      row ->
                          members
                              .computeIfAbsent(row.getLong(0), first -> new ArrayList<>())
                              .add(row.getUUID(1)));
                  return members;
                });
  }

  /**
   * Moments in which a final result of a series did not pass, named by their begin.
   *
   * @param retries whether also those with retries
   */
  Future<Map<Integer, Set<Long>>> moments(
      Collection<Integer> series, long from, long to, boolean retries) {
    Tuple range = PreviewStore.series(series).addLong(from).addLong(to);
    return PreviewStore.times(database, range, MOMENTS, retries ? MOMENTS_OF_RETRIES : null);
  }

  /** The attempts of windows, each in the order that replays take. */
  Future<Map<ReadAhead.Window, List<StoredAttempt>>> attempts(
      List<ReadAhead.Window> windows, boolean retries) {
    List<Integer> numbers = new ArrayList<>();
    List<Integer> series = new ArrayList<>();
    List<Long> begins = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    Map<ReadAhead.Window, List<StoredAttempt>> found = new HashMap<>();
    for (int i = 0; i < windows.size(); i++) {
      ReadAhead.Window window = windows.get(i);
      found.put(window, new ArrayList<>());
      for (Integer one : window.check().series().keySet()) {
        numbers.add(i);
        series.add(one);
        begins.add(window.from());
        ends.add(window.to());
      }
    }
    return database
        .query(
            ATTEMPTS,
            Tuple.tuple()
                .addArrayOfInteger(numbers.toArray(Integer[]::new))
                .addArrayOfInteger(series.toArray(Integer[]::new))
                .addArrayOfLong(begins.toArray(Long[]::new))
                .addArrayOfLong(ends.toArray(Long[]::new))
                .addArrayOfInteger(retries ? PreviewStore.ALL : PreviewStore.FINAL)
                .addLong(begins.stream().mapToLong(one -> one).min().orElse(0))
                .addLong(ends.stream().mapToLong(one -> one).max().orElse(0)))
        .map(
            rows -> {
              for (Row row : rows) {
                ReadAhead.Window window = windows.get(row.getInteger(NUMBER));
                Objects.requireNonNull(found.get(window))
                    .add(PreviewStore.attempt(window.check(), row));
              }
              return found;
            });
  }
}
