package dev.belfry.engine.overview;

import dev.belfry.engine.result.TimeRange;
import dev.belfry.engine.result.analytics.HourlyRollUps;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.MaintenanceTask;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Renews uptime and p95 of the checks in the overview, some in each round, so that the list can be
 * sorted by them. The cost does not grow with the number of checks; the age of the figures does.
 * Confined to one thread.
 */
public final class OverviewFigures implements MaintenanceTask {
  private static final int CHECKS_AT_ONCE = 100;
  private static final int BATCHES_IN_A_ROUND = 10;
  private static final UUID FIRST = new UUID(0, 0);

  private static final String NEXT =
      """
      SELECT o.account_id, o.check_id FROM check_overview o WHERE o.check_id > $1
      ORDER BY o.check_id LIMIT $2""";

  private static final String WRITE =
      """
      UPDATE check_overview o SET uptime = n.uptime, p95_ms = n.p95_ms
      FROM unnest($1::uuid[], $2::float8[], $3::float8[]) AS n (check_id, uptime, p95_ms)
      WHERE o.check_id = n.check_id
        AND (o.uptime, o.p95_ms) IS DISTINCT FROM (n.uptime, n.p95_ms)""";

  private UUID after = FIRST;

  @Override
  public Future<Void> round(Database database, long nowMillis) {
    return batch(database, OverviewHistory.range(nowMillis), BATCHES_IN_A_ROUND);
  }

  private Future<Void> batch(Database database, TimeRange range, int left) {
    return database
        .query(NEXT, Tuple.of(after, CHECKS_AT_ONCE))
        .map(rows -> Rows.list(rows, row -> row))
        .compose(
            checks ->
                renew(database, range, checks)
                    .compose(
                        renewed -> {
                          boolean more = checks.size() == CHECKS_AT_ONCE;
                          after = more ? checks.get(checks.size() - 1).getUUID(1) : FIRST;
                          return more && left > 1
                              ? batch(database, range, left - 1)
                              : Future.succeededFuture();
                        }));
  }

  private static Future<Void> renew(Database database, TimeRange range, List<Row> checks) {
    Map<UUID, List<UUID>> byAccount =
        checks.stream()
            .collect(
                Collectors.groupingBy(
                    row -> row.getUUID(0),
                    Collectors.mapping(row -> row.getUUID(1), Collectors.toList())));
    HourlyRollUps results = new HourlyRollUps(database);
    Future<Void> done = Future.succeededFuture();
    for (Map.Entry<UUID, List<UUID>> account : byAccount.entrySet()) {
      done =
          done.compose(before -> results.of(account.getKey(), account.getValue(), range))
              .map(hours -> OverviewHistory.of(range, hours))
              .compose(histories -> write(database, account.getValue(), histories));
    }
    return done;
  }

  private static Future<Void> write(
      Database database, List<UUID> checks, Map<UUID, OverviewHistory> histories) {
    @Nullable Double[] uptimes = new @Nullable Double[checks.size()];
    @Nullable Double[] percentiles = new @Nullable Double[checks.size()];
    for (int at = 0; at < uptimes.length; at++) {
      OverviewHistory history = histories.get(checks.get(at));
      uptimes[at] = history == null ? null : history.availability();
      percentiles[at] = history == null ? null : history.responseTimeP95();
    }
    return database
        .query(
            WRITE,
            Tuple.tuple()
                .addArrayOfUUID(checks.toArray(UUID[]::new))
                .addArrayOfDouble(uptimes)
                .addArrayOfDouble(percentiles))
        .mapEmpty();
  }
}
