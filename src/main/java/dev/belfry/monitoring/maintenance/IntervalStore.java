package dev.belfry.monitoring.maintenance;

import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The SQL of the times at which windows hold, and of what follows from them. */
final class IntervalStore {
  private static final String CLEAR =
      "DELETE FROM maintenance_intervals WHERE window_id = ANY ($1::bigint[])";

  private static final String FILL =
      """
      INSERT INTO maintenance_intervals (window_id, account_id, starts_ms, ends_ms)
      SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::bigint[])""";

  private static final String COMPUTED =
      "UPDATE maintenance_windows SET computed_ms = $2 WHERE id = ANY ($1::bigint[])";

  private static final String STALE =
      "SELECT "
          + MaintenanceStore.COLUMNS
          + """
           FROM maintenance_windows WHERE computed_ms < $1
          ORDER BY computed_ms LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED""";

  private static final String APPLY = "SELECT apply_maintenance($1)";

  private IntervalStore() {}

  /** Writes when windows hold, in place of what was written before. */
  static Future<Void> replace(SqlConnection connection, List<WindowRow> rows, long now) {
    Long[] ids = rows.stream().map(WindowRow::id).toArray(Long[]::new);
    return connection
        .preparedQuery(CLEAR)
        .execute(Tuple.tuple().addArrayOfLong(ids))
        .compose(cleared -> connection.preparedQuery(FILL).execute(times(rows, now)))
        .compose(
            filled ->
                connection
                    .preparedQuery(COMPUTED)
                    .execute(Tuple.tuple().addArrayOfLong(ids).addLong(now)))
        .mapEmpty();
  }

  private static Tuple times(List<WindowRow> rows, long now) {
    List<Long> windows = new ArrayList<>();
    List<UUID> accounts = new ArrayList<>();
    List<Long> starts = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    for (WindowRow row : rows) {
      for (Interval interval : Horizon.intervals(row.window().plan(), now)) {
        windows.add(row.id());
        accounts.add(row.account());
        starts.add(interval.starts());
        ends.add(interval.ends());
      }
    }
    return Tuple.tuple()
        .addArrayOfLong(windows.toArray(Long[]::new))
        .addArrayOfUUID(accounts.toArray(UUID[]::new))
        .addArrayOfLong(starts.toArray(Long[]::new))
        .addArrayOfLong(ends.toArray(Long[]::new));
  }

  /** Windows whose times were worked out before a moment, locked. */
  static Future<List<WindowRow>> stale(SqlConnection connection, long before, int most) {
    return connection
        .preparedQuery(STALE)
        .execute(Tuple.of(before, most))
        .map(rows -> Rows.list(rows, WindowRow::of));
  }

  /** Brings some schedules in line; whether there was anything to do. */
  static Future<Boolean> apply(SqlConnection connection, int most) {
    return connection
        .preparedQuery(APPLY)
        .execute(Tuple.of(most))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }
}
