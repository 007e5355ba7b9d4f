package dev.belfry.engine.heartbeat;

import dev.belfry.monitoring.heartbeat.BeatState;
import dev.belfry.monitoring.heartbeat.BeatTimer;
import dev.belfry.monitoring.heartbeat.BeatWatch;
import dev.belfry.monitoring.heartbeat.HeartbeatSchedule;
import io.vertx.sqlclient.Row;
import java.util.UUID;

/**
 * A heartbeat monitor as it is stored.
 *
 * @param now the database's clock, milliseconds since 1970
 */
record HeartbeatRow(
    UUID monitor,
    UUID account,
    int seriesId,
    long version,
    BeatWatch.Known known,
    HeartbeatSchedule schedule,
    long now) {
  /** The columns that {@link #of} reads, of heartbeats h, and what they join. */
  static final String COLUMNS =
      """
      h.check_id, h.account_id, h.series_id, h.version::bigint, h.last_at, h.beat_at, h.start_at,
      h.expected_at, h.due_at, h.missing, h.changed_at, h.look_at, h.expected, h.came, h.missed,
      h.withdrawn, (c.settings -> 'heartbeat')::text, e.activated,
      EXISTS (SELECT FROM maintenance_intervals i
        WHERE i.account_id = h.account_id AND i.starts_ms <= epoch_millis()
          AND i.ends_ms > least(h.due_at, epoch_millis()))
        AND (maintenance_pauses(h.account_id, e.tags, epoch_millis())
          OR maintenance_pauses(h.account_id, e.tags, h.due_at)),
      epoch_millis()
      """;

  /** The tables of {@link #COLUMNS} beside heartbeats h. */
  static final String JOIN =
      """
       JOIN checks c ON c.id = h.check_id
      LEFT JOIN check_groups g ON g.id = c.group_id
      CROSS JOIN LATERAL effective_settings(c.settings, g.settings) AS e
      """;

  /**
   * Reads a row.
   *
   * @throws IllegalArgumentException if the settings do not fit, which the API refuses to store
   */
  static HeartbeatRow of(Row row) {
    String heartbeat = row.getString(16);
    return new HeartbeatRow(
        row.getUUID(0),
        row.getUUID(1),
        row.getInteger(2),
        row.getLong(3),
        new BeatWatch.Known(
            new BeatState(
                row.getLong(4),
                row.getLong(5),
                row.getLong(6),
                row.getLong(7),
                row.getLong(8),
                row.getBoolean(9),
                new BeatState.Counts(
                    row.getLong(12), row.getLong(13), row.getLong(14), row.getLong(15))),
            row.getLong(10),
            row.getLong(11),
            row.getBoolean(17),
            row.getBoolean(18)),
        HeartbeatSchedule.parse(heartbeat == null ? "{}" : heartbeat),
        row.getLong(19));
  }

  BeatTimer timer() {
    return new BeatTimer(schedule);
  }
}
