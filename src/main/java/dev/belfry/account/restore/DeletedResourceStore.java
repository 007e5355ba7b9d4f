package dev.belfry.account.restore;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL that lists deleted resources; an index has them in the order of the list. */
final class DeletedResourceStore {
  private static final UUID NEWEST = new UUID(-1, -1);

  /** Of a part the list counts no more than this. */
  private static final int MOST_PARTS = 1_000;

  private static final String PARTS =
      """
      SELECT json_object_agg(c.source, least(c.n, %1$d))::text FROM (
        SELECT p.source, count(*) AS n FROM (
            (SELECT o.source FROM deleted_parts o
              WHERE o.account_id = r.account_id AND o.owner = r.resource LIMIT %1$d)
            UNION ALL
            (SELECT o.source FROM deleted_parts o
              WHERE o.account_id = r.account_id AND o.other_owner = r.resource LIMIT %1$d)) AS p
          GROUP BY 1) AS c"""
          .formatted(MOST_PARTS);

  private static final String LIST =
      "SELECT "
          + DeletedResource.COLUMNS
          + """
           FROM (
            SELECT r.*, coalesce((%s), '{}') AS parts FROM (
              SELECT e.id, e.account_id, e.actor, e.request_id, e.resource_type, e.resource_id, e.name,
                e.resource_type || ':' || e.resource_id AS resource
              FROM deleted_resources e
              WHERE e.account_id = $1 AND e.id <= $2 AND e.id >= $3 AND NOT e.evicted
                AND ($5::text IS NULL OR e.resource_type = $5)
              ORDER BY e.id DESC LIMIT $4) AS r) AS d
          ORDER BY d.id DESC"""
              .formatted(PARTS);

  private final Database database;

  DeletedResourceStore(Database database) {
    this.database = database;
  }

  /**
   * At most so many deletions of an account that can still be restored, newest first.
   *
   * @param type only resources of this type, null for all
   * @param start the first of them, null for the newest
   */
  Future<List<DeletedResource>> list(
      UUID account, @Nullable String type, @Nullable UUID start, long nowMillis, int most) {
    return database
        .read(
            LIST,
            Tuple.of(
                account,
                start == null ? NEWEST : start,
                DeletedResource.oldest(nowMillis),
                most,
                type))
        .map(rows -> Rows.list(rows, DeletedResource::of));
  }
}
