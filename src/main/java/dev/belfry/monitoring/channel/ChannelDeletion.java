package dev.belfry.monitoring.channel;

import static dev.belfry.platform.db.BulkStatement.Column.LONG;

import dev.belfry.platform.db.BulkDeletion;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;

/** Deletes channels with what belongs to them. */
final class ChannelDeletion {
  /**
   * A channel takes its messages and subscriptions along: many would hold up the others' writes.
   */
  private static final String TAKES_FEW_ALONG =
      """
      NOT EXISTS (SELECT FROM deliveries d WHERE d.channel_id = t.id OFFSET 100)
      AND NOT EXISTS (SELECT FROM alert_channel_subscriptions s
        WHERE s.account_id = t.account_id AND s.channel_id = t.id OFFSET 100)""";

  /** How many rows are deleted at once. */
  private static final int PIECE = 500;

  private static final String DELETE_SUBSCRIPTIONS =
      """
      DELETE FROM alert_channel_subscriptions WHERE id = ANY (ARRAY(
        SELECT id FROM alert_channel_subscriptions WHERE account_id = $1 AND channel_id = $2
        ORDER BY id LIMIT %d))"""
          .formatted(PIECE);

  private static final String DELETE_MESSAGES =
      """
      DELETE FROM deliveries WHERE id = ANY (ARRAY(
        SELECT id FROM deliveries WHERE account_id = $1 AND channel_id = $2
        LIMIT %d))"""
          .formatted(PIECE);

  /** The setting tells a trigger that the subscriptions are deleted with the channel. */
  private static final String LOCK =
      """
      SELECT set_config('belfry.deletes', 'alert-channel:' || id, true) FROM alert_channels
      WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE""";

  private static final String DELETE =
      "DELETE FROM alert_channels WHERE account_id = $1 AND id = $2";

  private final Database database;
  private final BulkDeletion delete;

  ChannelDeletion(Database database) {
    this.database = database;
    this.delete = BulkDeletion.ofSome(database, "alert_channels", LONG, TAKES_FEW_ALONG);
  }

  /**
   * Deletes a channel with its subscriptions and messages; whether the account had it. Many of them
   * are deleted before it, in pieces that each take less than a statement may, in one transaction:
   * all is gone, or nothing. Fails with a 503 when the database is away or something stays locked.
   */
  Future<Boolean> execute(UUID account, long id) {
    return BulkStatement.orElse(
        delete.together(account, id),
        () -> database.longTransaction(connection -> deleteAll(connection, account, id)));
  }

  /** Locks the channel as an update does, so that monitors can still be subscribed meanwhile. */
  private Future<Boolean> deleteAll(SqlConnection connection, UUID account, long id) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(account, id))
        .compose(
            found ->
                found.size() == 0
                    ? Future.succeededFuture(false)
                    : clear(connection, DELETE_SUBSCRIPTIONS, account, id)
                        .compose(cleared -> clear(connection, DELETE_MESSAGES, account, id))
                        .compose(
                            cleared ->
                                connection.preparedQuery(DELETE).execute(Tuple.of(account, id)))
                        .map(deleted -> true));
  }

  private static Future<Void> clear(SqlConnection connection, String sql, UUID account, long id) {
    return connection
        .preparedQuery(sql)
        .execute(Tuple.of(account, id))
        .compose(
            rows ->
                rows.rowCount() < PIECE
                    ? Future.succeededFuture()
                    : clear(connection, sql, account, id));
  }
}
