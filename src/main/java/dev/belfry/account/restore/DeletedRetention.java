package dev.belfry.account.restore;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.MaintenanceTask;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.UUID;

/**
 * Deletes what was deleted 30 days ago, and the oldest of accounts that keep more than 10,000
 * resources or 64 MiB. Each statement deletes a bounded number of rows.
 */
public final class DeletedRetention implements MaintenanceTask {
  private static final int MOST_RESOURCES = 10_000;
  private static final long MOST_BYTES = 64L << 20;
  private static final int RESOURCES_AT_ONCE = 500;
  private static final int PARTS_AT_ONCE = 5_000;

  /** A deletion may become visible so long after the time in its id. */
  private static final long LEEWAY = Duration.ofMinutes(15).toMillis();

  private static final String EVICT = SqlResource.read(DeletedRetention.class, "evict.sql");
  private static final String DELETE = SqlResource.read(DeletedRetention.class, "delete-old.sql");

  private static final String DELETE_PARTS =
      """
      DELETE FROM deleted_parts WHERE id IN (
        SELECT o.id FROM (SELECT p.id, p.deleted_ms FROM deleted_parts p ORDER BY p.id LIMIT $2) AS o
        WHERE o.deleted_ms < $1)""";

  private final long mostResources;
  private final long mostBytes;
  private long lookedMillis;

  /** Creates the task of this instance. */
  public DeletedRetention() {
    this(MOST_RESOURCES, MOST_BYTES);
  }

  DeletedRetention(long mostResources, long mostBytes) {
    this.mostResources = mostResources;
    this.mostBytes = mostBytes;
  }

  @Override
  public Future<Void> round(Database database, long nowMillis) {
    UUID oldest = DeletedResource.oldest(nowMillis);
    return evict(database)
        .onSuccess(evicted -> lookedMillis = nowMillis - LEEWAY)
        .compose(evicted -> delete(database, oldest))
        .compose(deleted -> deleteParts(database, nowMillis - DeletedResource.KEPT.toMillis()));
  }

  /** Looks at accounts that have deleted something since the last round, at all in the first. */
  private Future<Void> evict(Database database) {
    return database
        .query(
            EVICT,
            Tuple.of(DeletedResource.at(Math.max(0, lookedMillis)), mostResources, mostBytes))
        .mapEmpty();
  }

  private static Future<Void> delete(Database database, UUID oldest) {
    return database
        .query(DELETE, Tuple.of(oldest, RESOURCES_AT_ONCE, PARTS_AT_ONCE))
        .compose(rows -> isDone(rows) ? Future.succeededFuture() : delete(database, oldest));
  }

  private static boolean isDone(RowSet<Row> rows) {
    Row counts = rows.iterator().next();
    return counts.getLong(0) < RESOURCES_AT_ONCE && counts.getLong(1) < PARTS_AT_ONCE;
  }

  /** Looks at the oldest parts alone, which the order of their ids tells. */
  private static Future<Void> deleteParts(Database database, long oldestMillis) {
    return database
        .query(DELETE_PARTS, Tuple.of(oldestMillis, PARTS_AT_ONCE))
        .compose(
            rows ->
                rows.rowCount() < PARTS_AT_ONCE
                    ? Future.succeededFuture()
                    : deleteParts(database, oldestMillis));
  }
}
