package dev.belfry.engine.objective;

import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads how many runs of objectives were good and bad, from roll-ups and from newest results. */
final class TallyStore {
  private static final String READ = SqlResource.read(TallyStore.class, "tallies.sql");
  private static final long DAY = Duration.ofDays(1).toMillis();

  private TallyStore() {}

  /**
   * The slots of each objective up to now, none for one without runs. The future fails when the
   * database is away.
   *
   * @param begins the objectives, and a full hour from which on their runs are read
   */
  static Future<Map<Long, List<TallySlot>>> read(
      SqlConnection connection, Map<Long, Long> begins, long now) {
    long hourAgo = now - BurnPair.FAST.longMillis();
    return read(
        connection, begins, now, floor(hourAgo, BurnPair.HOUR), floor(BurnPair.earliest(now), DAY));
  }

  /**
   * The same from the coarsest sums there are: whole days where they are over. For a window that
   * begins with a day and has no part that is needed by the hour.
   */
  static Future<Map<Long, List<TallySlot>>> sums(
      SqlConnection connection, Map<Long, Long> begins, long end) {
    return read(connection, begins, end, floor(end, BurnPair.HOUR), floor(end, DAY));
  }

  private static long floor(long time, long unit) {
    return time - Math.floorMod(time, unit);
  }

  private static Future<Map<Long, List<TallySlot>>> read(
      SqlConnection connection, Map<Long, Long> begins, long end, long byResult, long byHour) {
    return connection
        .preparedQuery(READ)
        .execute(
            Tuple.tuple()
                .addArrayOfLong(begins.keySet().toArray(Long[]::new))
                .addArrayOfLong(begins.values().toArray(Long[]::new))
                .addLong(end)
                .addLong(byResult)
                .addLong(byHour))
        .map(
            rows -> {
              Map<Long, List<TallySlot>> slots = new HashMap<>();
              for (Row row : rows) {
                slots.computeIfAbsent(row.getLong(0), id -> new ArrayList<>()).add(slot(row));
              }
              return slots;
            });
  }

  private static TallySlot slot(Row row) {
    return new TallySlot(
        row.getLong(1),
        new ResultTally(row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5)));
  }
}
