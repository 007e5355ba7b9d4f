package dev.belfry.account.restore;

import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import dev.belfry.platform.error.Obstacle;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL that restores a resource. The caller owns the transaction of the connection. */
final class RestoreStore {
  private static final int MOST_GROUPS = 100;

  /**
   * Two restorations of an account would each leave the part for the other that both of them own.
   */
  private static final String TAKE_TURN =
      "SELECT pg_advisory_xact_lock(hashtextextended('belfry.restore ' || $1::uuid::text, 0))";

  private static final String LOCK =
      """
      SELECT resource_type, resource_id, name FROM deleted_resources
      WHERE account_id = $1 AND id = $2 AND id >= $3 AND NOT evicted FOR UPDATE""";

  private static final String OBSTACLES = SqlResource.read(RestoreStore.class, "obstacles.sql");
  private static final String LEAVE_OUT = SqlResource.read(RestoreStore.class, "leave-out.sql");

  private static final String INSERT =
      """
      SELECT restore_rows($3, ARRAY[d.content]) FROM deleted_resources d
      WHERE d.account_id = $1 AND d.id = $2""";

  private static final String RESTORE_PARTS =
      "SELECT source, kept, restored FROM restore_parts($1, $2, $3)";

  private static final String WAITING =
      """
      SELECT p.source, p.missing, count(*) FROM (
          SELECT source, other_owner AS missing FROM deleted_parts
            WHERE account_id = $1 AND owner = $2
          UNION ALL
          SELECT source, owner FROM deleted_parts WHERE account_id = $1 AND other_owner = $2) AS p
        GROUP BY 1, 2 ORDER BY 1, 2 LIMIT %d"""
          .formatted(MOST_GROUPS);

  private static final String FORGET =
      "DELETE FROM deleted_resources WHERE account_id = $1 AND id = $2";

  private final SqlConnection connection;
  private final UUID account;

  RestoreStore(SqlConnection connection, UUID account) {
    this.connection = connection;
    this.account = account;
  }

  /** Waits until no other restoration of the account is under way. */
  Future<Void> takeTurn() {
    return run(TAKE_TURN, Tuple.of(account)).mapEmpty();
  }

  /** Locks what was deleted; empty when it is too old, or when the account has no such thing. */
  Future<Optional<ResourceName>> lock(UUID id, long nowMillis) {
    return run(LOCK, Tuple.of(account, id, DeletedResource.oldest(nowMillis)))
        .map(
            rows ->
                Rows.first(
                    rows,
                    row -> new ResourceName(row.getString(0), row.getString(1), row.getString(2))));
  }

  /** Everything that stands in the way of a locked resource. */
  Future<List<Obstacle>> obstacles(UUID id) {
    return run(OBSTACLES, Tuple.of(account, id)).map(rows -> Rows.list(rows, Obstacles::of));
  }

  /** Has a locked resource name nothing that is missing. */
  Future<Void> leaveOut(UUID id) {
    return run(LEAVE_OUT, Tuple.of(account, id)).mapEmpty();
  }

  /** Inserts a locked resource; false when something is in conflict with it. */
  Future<Boolean> insert(UUID id, DeletedType type) {
    return run(INSERT, Tuple.of(account, id, type.table())).map(rows -> Rows.number(rows) == 1);
  }

  /** How many parts of a type could return, and how many did. */
  record Restored(PartType type, long kept, long restored) {}

  /** Restores at most so many parts whose owners all exist. */
  Future<List<Restored>> restoreParts(ResourceName owner, int most) {
    return run(RESTORE_PARTS, Tuple.of(account, owner.owner(), most))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new Restored(
                            PartType.ofTable(row.getString(0)), row.getLong(1), row.getLong(2))));
  }

  /** The parts that wait for another resource. */
  Future<List<LeftOut>> waiting(ResourceName owner) {
    return run(WAITING, Tuple.of(account, owner.owner()))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new LeftOut(
                            PartType.ofTable(row.getString(0)).wire(),
                            "OTHER_DELETED",
                            row.getLong(2),
                            ResourceName.ofOwner(row.getString(1)))));
  }

  /** Deletes the entry of what is restored. */
  Future<Void> forget(UUID id) {
    return run(FORGET, Tuple.of(account, id)).mapEmpty();
  }

  private Future<RowSet<Row>> run(String sql, Tuple parameters) {
    return connection.preparedQuery(sql).execute(parameters);
  }
}
