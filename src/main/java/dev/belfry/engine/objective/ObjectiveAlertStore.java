package dev.belfry.engine.objective;

import dev.belfry.alerting.alert.OnCall;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** The SQL of the alerts of objectives. The caller owns the transaction. */
final class ObjectiveAlertStore {
  private static final String COLUMNS =
      "SELECT id, objective_id, factor, long_rate, short_rate, began_ms, ended_ms"
          + " FROM objective_alerts ";

  private static final String LIST =
      COLUMNS
          + """
          WHERE account_id = $1 AND objective_id = $2
          ORDER BY began_ms DESC, id DESC LIMIT $3 OFFSET $4""";

  private static final String COUNT =
      "SELECT count(*) FROM objective_alerts WHERE account_id = $1 AND objective_id = $2";

  private static final String OPEN =
      COLUMNS + "WHERE objective_id = ANY ($1::bigint[]) AND ended_ms IS NULL";

  /** Channels that are being deleted are left out: the deletion may wait for this transaction. */
  private static final String CHANNELS =
      """
      SELECT h.id, %s
      FROM alert_channels h
      WHERE coalesce((h.settings ->> 'sendFailure')::boolean, true)
        AND (h.account_id, h.id) IN (
          SELECT o.account_id, (s.one ->> 'alertChannelId')::bigint
          FROM objectives o CROSS JOIN LATERAL jsonb_array_elements(o.subscriptions) AS s (one)
          WHERE o.id = $1 AND (s.one ->> 'activated')::boolean)
      ORDER BY h.id FOR KEY SHARE OF h SKIP LOCKED"""
          .formatted(OnCall.COLUMNS);

  private static final String BEGIN =
      SqlResource.read(ObjectiveAlertStore.class, "begin-alert.sql");
  private static final String END = SqlResource.read(ObjectiveAlertStore.class, "end-alert.sql");

  private static final String BEGUN =
      """
      SELECT objective_id, severity, count(*) FROM objective_alerts
      WHERE account_id = $1 AND objective_id = ANY ($2::bigint[]) AND began_ms >= $3
        AND began_ms < $4
      GROUP BY 1, 2""";

  private ObjectiveAlertStore() {}

  /** How many episodes of objectives began in a time, by objective and severity. */
  static Future<Map<Long, Map<BurnSeverity, Long>>> begun(
      SqlConnection connection, UUID account, Long[] objectives, long from, long to) {
    return connection
        .preparedQuery(BEGUN)
        .execute(Tuple.of(account, objectives, from, to))
        .map(
            rows -> {
              Map<Long, Map<BurnSeverity, Long>> begun = new HashMap<>();
              rows.forEach(
                  row ->
                      begun
                          .computeIfAbsent(
                              row.getLong(0), first -> new EnumMap<>(BurnSeverity.class))
                          .put(BurnSeverity.valueOf(row.getString(1)), row.getLong(2)));
              return begun;
            });
  }

  /** Episodes of an objective, newest first. */
  static Future<List<ObjectiveAlertRow>> list(
      SqlConnection connection, UUID account, long objective, long limit, long offset) {
    return connection
        .preparedQuery(LIST)
        .execute(Tuple.of(account, objective, limit, offset))
        .map(rows -> Rows.list(rows, ObjectiveAlertRow::of));
  }

  static Future<Long> count(SqlConnection connection, UUID account, long objective) {
    return connection.preparedQuery(COUNT).execute(Tuple.of(account, objective)).map(Rows::number);
  }

  /** The episodes of these objectives that go on. */
  static Future<List<ObjectiveAlertRow>> open(SqlConnection connection, Long[] objectives) {
    return connection
        .preparedQuery(OPEN)
        .execute(Tuple.of(objectives))
        .map(rows -> Rows.list(rows, ObjectiveAlertRow::of));
  }

  /** Begins an episode and queues messages to its channels whose persons are on call. */
  static Future<Void> begin(SqlConnection connection, long objective, BurnRate rate, long now) {
    return connection
        .preparedQuery(CHANNELS)
        .execute(Tuple.of(objective))
        .compose(
            rows -> {
              List<Row> channels = Rows.list(rows, row -> row);
              List<Row> speaking = OnCall.speaking(channels, row -> OnCall.of(row, 1));
              return begin(connection, objective, rate, now, speaking);
            });
  }

  private static Future<Void> begin(
      SqlConnection connection, long objective, BurnRate rate, long now, List<Row> channels) {
    BurnPair pair = rate.pair();
    return connection
        .preparedQuery(BEGIN)
        .execute(
            Tuple.of(objective, pair.severity().name(), pair.factor())
                .addLong(pair.longMillis())
                .addLong(pair.shortMillis())
                .addDouble(Objects.requireNonNull(rate.longRate()))
                .addDouble(Objects.requireNonNull(rate.shortRate()))
                .addLong(now)
                .addArrayOfLong(channels.stream().map(row -> row.getLong(0)).toArray(Long[]::new)))
        .mapEmpty();
  }

  /** Ends an episode and queues a message to the channels that were told of it. */
  static Future<Void> end(SqlConnection connection, UUID alert, long now) {
    return connection.preparedQuery(END).execute(Tuple.of(alert, now)).mapEmpty();
  }
}
