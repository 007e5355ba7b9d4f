package dev.belfry.platform.db;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A place in the write-ahead log of a primary server: all that was committed when it was asked for
 * lies before it.
 *
 * @param server system identifier of the primary and of its replicas
 * @param timeline history since the last promotion; another one may have other things at this place
 * @param lsn bytes since the beginning of the log
 */
record WalPosition(long server, int timeline, long lsn) {
  /**
   * The columns of a position, from {@link #NOW}. What is committed is flushed, unless commits do
   * not wait for that; then it is inserted at least.
   */
  static final String COLUMNS =
      "(SELECT system_identifier FROM pg_control_system()), %s, (p.lsn - '0/0')::bigint"
          .formatted(timeline("p.lsn"));

  /** Answered by a primary alone. */
  static final String NOW =
      """
      (SELECT CASE current_setting('synchronous_commit')
        WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END) AS p (lsn)
      """;

  /**
   * How far a replica has replayed the log of a server and timeline, null where it has not followed
   * them; and whether it is a replica. What is asked on the same connection next sees as much.
   */
  static final String REPLAYED =
      """
      SELECT CASE WHEN pg_is_in_recovery()
          AND (SELECT system_identifier FROM pg_control_system()) = $1
          AND (SELECT max(t.timeline) FROM database_timelines t WHERE t.server = $1) = $2
        THEN (pg_last_wal_replay_lsn() - '0/0')::bigint END, pg_is_in_recovery()""";

  /**
   * The timeline that a primary writes; it grows with each promotion.
   *
   * @param lsn expression of a place that it has written
   */
  static String timeline(String lsn) {
    return "('x' || substr(pg_walfile_name(%s), 1, 8))::bit(32)::int".formatted(lsn);
  }

  /** The position in a row that begins with {@link #COLUMNS}. */
  static WalPosition of(Row row) {
    return new WalPosition(row.getLong(0), row.getInteger(1), row.getLong(2));
  }

  /** The parameters of {@link #REPLAYED}. */
  Tuple history() {
    return Tuple.of(server, timeline);
  }

  /** The place in this history that an answer to {@link #REPLAYED} names; null if it names none. */
  @Nullable WalPosition replayed(Row answer) {
    Long found = answer.getLong(0);
    return found == null ? null : new WalPosition(server, timeline, found);
  }

  /** Whether two positions can be compared; null is of no history. */
  boolean isSameHistory(@Nullable WalPosition other) {
    return other != null && other.server == server && other.timeline == timeline;
  }

  /** Whether a replica that has replayed the log so far lacks nothing of what lies before. */
  boolean isIn(@Nullable WalPosition replayed) {
    return replayed != null && isSameHistory(replayed) && replayed.lsn >= lsn;
  }
}
