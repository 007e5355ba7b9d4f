package dev.belfry.alerting.preview;

import dev.belfry.alerting.alert.AlertType;
import dev.belfry.alerting.alert.SubscribedChannel;
import dev.belfry.monitoring.channel.EffectiveQuietHours;
import dev.belfry.monitoring.check.EffectiveSettings;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads what previews need, in short statements. Futures fail when the database is away. */
final class PreviewStore {
  private static final long HOUR = 3_600_000;
  static final Integer[] FINAL = {0};
  static final Integer[] ALL = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

  private static final String SILENT =
      """
      (SELECT array_agg(%s ORDER BY i.starts_ms, i.ends_ms)
        FROM maintenance_intervals i JOIN maintenance_windows w ON w.id = i.window_id
        WHERE i.account_id = c.account_id AND i.starts_ms < $7 AND i.ends_ms > $6
          AND (w.silence_all_alerts OR w.tags && e.tags OR w.silence_alerts_tags && e.tags
            OR w.pause_all_checks AND w.tags = '{}'))""";

  private static final String CHECKS =
      "SELECT c.id, "
          + EffectiveSettings.COLUMN
          + """
          , (SELECT count(*) FROM series s JOIN schedules v ON v.series_id = s.id
              AND v.until_ms IS NULL WHERE s.check_id = c.id)::int,
            (SELECT array_agg(s.id ORDER BY s.id) FROM series s WHERE s.check_id = c.id),
            (SELECT array_agg(s.location ORDER BY s.id) FROM series s WHERE s.check_id = c.id),
          """
          + SILENT.formatted("i.starts_ms")
          + ", "
          + SILENT.formatted("i.ends_ms")
          + """
          , c.check_type NOT IN ('ICMP', 'HEARTBEAT'), c.group_id, g.settings ->> 'name', coalesce(
              c.settings #>> '{request,url}', c.settings #>> '{request,hostname}',
              c.settings #>> '{request,query}', ''),
            coalesce(p.period, (SELECT v.period_ms FROM series s
              JOIN schedules v ON v.series_id = s.id WHERE s.check_id = c.id
              ORDER BY v.from_ms DESC LIMIT 1),
              nullif((c.settings ->> 'frequency')::bigint * 60000, 0), 600000),
            p.period IS NOT NULL, c.check_type = 'HEARTBEAT',
          """
          + SubscribedChannel.STAGES
          + """

          FROM checks c LEFT JOIN check_groups g ON g.id = c.group_id
          JOIN accounts a ON a.id = c.account_id"""
          + EffectiveSettings.JOIN
          + """
          CROSS JOIN LATERAL period_of_check(c.id, c.settings, g.settings) AS p (period)
          WHERE c.account_id = $1 AND ($2::uuid IS NULL OR c.id = $2)
            AND ($3::bigint IS NULL OR c.group_id = $3) AND ($4::uuid IS NULL OR c.id > $4)
            AND ($8::uuid[] IS NULL OR c.id = ANY ($8))
          ORDER BY c.id LIMIT $5""";

  private static final String COUNT =
      """
      SELECT count(*) FROM checks c WHERE c.account_id = $1 AND ($2::uuid IS NULL OR c.id = $2)
        AND ($3::bigint IS NULL OR c.group_id = $3)""";

  private static final String GROUP =
      "SELECT EXISTS (SELECT FROM check_groups WHERE id = $1 AND account_id = $2)";

  private static final String ROLLED_UP = "SELECT hour FROM settled_progress";

  /** Hours in which a final result of a series did not pass. */
  private static final String BAD_HOURS =
      """
      SELECT DISTINCT h.series_id, h.hour FROM result_hours h
      WHERE h.series_id = ANY ($1) AND h.hour >= $2 AND h.hour < $3
        AND (h.failed > 0 OR h.degraded > 0)""";

  /** Times with retries, rounded down to a number of milliseconds. */
  static final String RETRIED =
      """
      SELECT DISTINCT r.series_id, r.at - r.at %% %d FROM results r
      WHERE r.series_id = ANY ($1) AND r.attempt = ANY ('{1,2,3,4,5,6,7,8,9,10}')
        AND r.at >= $2 AND r.at < $3""";

  private static final String HOURS_OF_RETRIES = RETRIED.formatted(HOUR);

  /** Of results named r, for {@link #attempt}. */
  static final String ATTEMPT_COLUMNS =
      """
      r.series_id, r.at, r.attempt::int, r.verdict::int, r.reason::int,
        is_answered(r.status, r.reason), r.delay_ms, r.response_us""";

  private static final String ATTEMPTS =
      "SELECT "
          + ATTEMPT_COLUMNS
          + """
       FROM results r WHERE r.series_id = ANY ($1) AND r.attempt = ANY ($2)
        AND r.at >= $3 AND r.at < $4
      ORDER BY r.at, r.series_id, r.attempt = 0, r.attempt""";

  private static final String RECORDED =
      """
      SELECT a.check_id, a.type, a.reminder, a.decided_ms FROM alerts a
      WHERE a.check_id = ANY ($1) AND a.decided_ms >= $2 AND a.decided_ms < $3
        AND a.type <> 'ALERT_SSL' AND a.held_name IS NULL
        AND NOT a.context ? 'ESCALATED_AFTER_MINUTES' ORDER BY a.decided_ms, a.id LIMIT $4""";

  private static final String SENT =
      """
      SELECT d.channel_id, count(DISTINCT d.alert_id) FROM alerts a
      JOIN deliveries d ON d.alert_id = a.id AND d.channel_id IS NOT NULL
      WHERE a.check_id = ANY ($1) AND a.decided_ms >= $2 AND a.decided_ms < $3
        AND a.type <> 'ALERT_SSL' AND NOT a.context ? 'ESCALATED_AFTER_MINUTES' GROUP BY 1""";

  private static final String CHANNELS =
      """
      SELECT DISTINCT c.id, %s, false, %s
      FROM checks c JOIN alert_channel_subscriptions s
        ON (s.check_id = c.id OR s.group_id = c.group_id) AND s.activated
      JOIN alert_channels h ON h.id = s.channel_id
      WHERE c.id = ANY ($1)
        AND coalesce((h.settings ->> 'escalateAfterMinutes')::int, 0) = 0 ORDER BY 1, 2"""
          .formatted(SubscribedChannel.COLUMNS, EffectiveQuietHours.SETTINGS);

  private final Database database;

  PreviewStore(Database database) {
    this.database = database;
  }

  /** Which checks: one, those of a group, or all of the account. */
  record Selection(UUID account, @Nullable UUID check, @Nullable Long group) {}

  Future<Long> count(Selection of) {
    return database.query(COUNT, Tuple.of(of.account(), of.check(), of.group())).map(Rows::number);
  }

  Future<Boolean> hasGroup(UUID account, long group) {
    return database
        .query(GROUP, Tuple.of(group, account))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }

  /** The next checks in the order of their ids, with their silences within a range. */
  Future<List<PreviewedCheck>> next(
      Selection of, @Nullable UUID after, int limit, long from, long to) {
    return database
        .query(
            CHECKS,
            Tuple.of(of.account(), of.check(), of.group(), after, limit)
                .addLong(from)
                .addLong(to)
                .addArrayOfUUID(null))
        .map(rows -> Rows.list(rows, PreviewedCheck::of));
  }

  /** Some checks of an account, with their silences within a range. */
  Future<List<PreviewedCheck>> byIds(UUID account, List<UUID> ids, long from, long to) {
    return database
        .query(
            CHECKS,
            Tuple.of(account, null, null, null, ids.size())
                .addLong(from)
                .addLong(to)
                .addArrayOfUUID(ids.toArray(UUID[]::new)))
        .map(rows -> Rows.list(rows, PreviewedCheck::of));
  }

  /** The first hour that is not summed up. */
  Future<Long> rolledUp() {
    return database.query(ROLLED_UP, Tuple.tuple()).map(Rows::number);
  }

  /**
   * The hours, by series, whose results may matter while all is well.
   *
   * @param retries whether attempts before the final one matter
   */
  Future<Map<Integer, Set<Long>>> notableHours(
      Collection<Integer> series, long from, long to, boolean retries) {
    Tuple range = series(series).addLong(from - from % HOUR).addLong(to);
    return times(database, range, BAD_HOURS, retries ? HOURS_OF_RETRIES : null);
  }

  /**
   * The times that statements find, by series.
   *
   * @param retried null for no second statement
   */
  static Future<Map<Integer, Set<Long>>> times(
      Database database, Tuple range, String bad, @Nullable String retried) {
    Map<Integer, Set<Long>> times = new HashMap<>();
    Future<Void> found = database.query(bad, range).map(rows -> add(times, rows));
    return retried == null
        ? found.map(times)
        : found
            .compose(read -> database.query(retried, range))
            .map(rows -> add(times, rows))
            .map(times);
  }

  private static @Nullable Void add(Map<Integer, Set<Long>> times, Iterable<Row> rows) {
    rows.forEach(
        row ->
            times.computeIfAbsent(row.getInteger(0), first -> new HashSet<>()).add(row.getLong(1)));
    return null;
  }

  /** The attempts of a check in a range of slots, in the order that replays take. */
  Future<List<StoredAttempt>> attempts(PreviewedCheck check, boolean retries, long from, long to) {
    return database
        .query(
            ATTEMPTS,
            series(check.series().keySet())
                .addArrayOfInteger(retries ? ALL : FINAL)
                .addLong(from)
                .addLong(to))
        .map(rows -> Rows.list(rows, row -> attempt(check, row)));
  }

  /** An attempt from the columns of a statement that reads attempts. */
  static StoredAttempt attempt(PreviewedCheck check, Row row) {
    int series = row.getInteger(0);
    long slot = row.getLong(1);
    return new StoredAttempt(
        series,
        check.series().getOrDefault(series, ""),
        slot,
        row.getInteger(2),
        Verdict.of(row.getInteger(3)),
        row.getInteger(4) == Reason.SLOW.code(),
        row.getBoolean(5),
        slot + row.getInteger(6),
        row.getInteger(7));
  }

  /** The alerts that were told to channels that do not wait, by check, in order of time. */
  Future<Map<UUID, List<ReplayedAlert>>> recorded(UUID[] checks, long from, long to, int most) {
    return database
        .query(
            RECORDED,
            Tuple.tuple().addArrayOfUUID(checks).addLong(from).addLong(to).addInteger(most))
        .map(
            rows ->
                byCheck(
                    Rows.list(rows, row -> row),
                    row ->
                        new ReplayedAlert(
                            AlertType.valueOf(row.getString(1)),
                            row.getInteger(2),
                            row.getLong(3),
                            0)));
  }

  /** Messages that were queued about alerts of a range, by channel. */
  Future<Map<Long, Long>> sent(UUID[] checks, long from, long to) {
    return database
        .query(SENT, Tuple.tuple().addArrayOfUUID(checks).addLong(from).addLong(to))
        .map(
            rows -> {
              Map<Long, Long> sent = new HashMap<>();
              rows.forEach(row -> sent.put(row.getLong(0), row.getLong(1)));
              return sent;
            });
  }

  /** The subscribed channels by check, without those that wait for an acknowledgement. */
  Future<Map<UUID, List<PreviewedChannel>>> channels(UUID[] checks) {
    return database
        .query(CHANNELS, Tuple.tuple().addArrayOfUUID(checks))
        .map(rows -> byCheck(Rows.list(rows, row -> row), PreviewedChannel::of));
  }

  private static <T> Map<UUID, List<T>> byCheck(List<Row> rows, Function<Row, T> read) {
    Map<UUID, List<T>> found = new HashMap<>();
    rows.forEach(
        row ->
            found.computeIfAbsent(row.getUUID(0), first -> new ArrayList<>()).add(read.apply(row)));
    return found;
  }

  static Tuple series(Collection<Integer> ids) {
    return Tuple.tuple().addArrayOfInteger(ids.toArray(Integer[]::new));
  }
}
