package dev.belfry.account.audit;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.MaintenanceTask;
import dev.belfry.platform.db.Partitions;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;

/**
 * Makes the partitions of the audit log a year ahead, since no change is possible without one, and
 * drops the months that are older than the retention.
 */
public final class AuditRetention implements MaintenanceTask {
  private static final int MONTHS_AHEAD = 12;

  private static final String MAKE = "SELECT make_audit_partitions($1, $2)";

  /** Only CASE keeps Postgres from reading a date in the name of any other table first. */
  private static final String OLD =
      """
      SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = to_regclass('audit_entries')
        AND CASE WHEN c.relname ~ '^audit_entries_[0-9]{8}$'
          THEN right(c.relname, 8)::date + interval '1 month'
            <= to_timestamp($1::bigint / 1000) AT TIME ZONE 'UTC' END
      ORDER BY 1""";

  private final Duration retention;

  /**
   * @param retention how long an entry is kept at least
   */
  public AuditRetention(Duration retention) {
    this.retention = retention;
  }

  @Override
  public Future<Void> round(Database database, long nowMillis) {
    return database
        .query(MAKE, Tuple.of(nowMillis, MONTHS_AHEAD))
        .compose(made -> database.query(OLD, Tuple.of(nowMillis - retention.toMillis())))
        .map(rows -> Rows.list(rows, row -> row.getString(0)))
        .compose(old -> drop(database, old));
  }

  private static Future<Void> drop(Database database, List<String> partitions) {
    Future<Void> done = Future.succeededFuture();
    for (String partition : partitions) {
      done = done.compose(dropped -> Partitions.drop(database, partition));
    }
    return done;
  }
}
