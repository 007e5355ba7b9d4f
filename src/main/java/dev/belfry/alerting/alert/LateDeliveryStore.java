package dev.belfry.alerting.alert;

import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Queues messages to channels that stayed after all. */
final class LateDeliveryStore {
  /** Queues messages whose alert and channel no other transaction deletes; tells of all others. */
  private static final String QUEUE =
      """
      WITH late AS MATERIALIZED (
        SELECT d.id, d.account_id, d.alert_id, d.channel_id, d.held_until
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[])
          AS d (id, account_id, alert_id, channel_id, held_until)
        JOIN alerts a ON a.id = d.alert_id JOIN alert_channels h ON h.id = d.channel_id),
      there AS MATERIALIZED (
        SELECT d.* FROM late d
        JOIN alerts a ON a.id = d.alert_id JOIN alert_channels h ON h.id = d.channel_id
        FOR KEY SHARE OF a, h SKIP LOCKED),
      queued AS (
        INSERT INTO deliveries (id, account_id, kind, lane, alert_id, channel_id, held_until_ms,
          due_ms, expires_ms)
        SELECT id, account_id, 'ALERT', 'channel:' || channel_id, alert_id, channel_id, held_until,
          coalesce(held_until, epoch_millis()), coalesce(held_until, epoch_millis()) + 86400000
        FROM there
        RETURNING pg_notify('belfry_deliveries', '')::text)
      SELECT id FROM late WHERE id NOT IN (SELECT id FROM there)""";

  private LateDeliveryStore() {}

  /**
   * Queues messages, unless their alert or channel is gone. The future has those that still wait
   * for the deletion of their channel; it fails when the database does.
   */
  static Future<Postponement> queue(SqlConnection connection, List<LateDelivery> late) {
    if (late.isEmpty()) {
      return Future.succeededFuture(Postponement.NONE);
    }
    Tuple rows =
        Tuple.tuple()
            .addArrayOfUUID(late.stream().map(LateDelivery::id).toArray(UUID[]::new))
            .addArrayOfUUID(late.stream().map(LateDelivery::account).toArray(UUID[]::new))
            .addArrayOfUUID(late.stream().map(LateDelivery::alert).toArray(UUID[]::new))
            .addArrayOfLong(late.stream().map(LateDelivery::channel).toArray(Long[]::new))
            .addArrayOfLong(late.stream().map(LateDelivery::heldUntil).toArray(Long[]::new));
    return connection
        .preparedQuery(QUEUE)
        .execute(rows)
        .map(waiting -> Set.copyOf(Rows.list(waiting, row -> row.getUUID(0))))
        .map(
            waiting ->
                new Postponement(
                    List.of(), late.stream().filter(one -> waiting.contains(one.id())).toList()));
  }
}
