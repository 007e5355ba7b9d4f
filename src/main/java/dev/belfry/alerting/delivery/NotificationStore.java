package dev.belfry.alerting.delivery;

import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.ListFilter;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL that lists and resends messages. */
final class NotificationStore {
  private static final long DAY_MILLIS = 86_400_000;

  private static final String CHOSEN = "FROM deliveries d WHERE {conditions}";

  private static final String OF_ALERT =
      """
      FROM (SELECT m.id FROM deliveries m WHERE m.alert_id = $2
        UNION ALL SELECT e.id FROM alerts b
          JOIN alert_group_members m ON m.check_id = b.check_id AND m.episode = b.episode
          JOIN deliveries e ON e.alert_group_id = m.group_id AND e.kind = 'GROUP'
          WHERE b.id = $2) AS found
      JOIN deliveries d ON d.id = found.id JOIN alert_channels c ON c.id = d.channel_id
      LEFT JOIN alerts a ON a.id = d.alert_id
      WHERE d.account_id = $1 ORDER BY d.id""";

  private static final String COLUMNS =
      """
      SELECT d.id, d.kind, d.state, d.attempts, a.scheduled_ms, a.started_ms, a.failed_ms,
        a.decided_ms, d.created_ms, d.sent_ms, d.answered_ms,
        CASE WHEN d.state = 'PENDING' THEN greatest(d.due_ms, d.claimed_until_ms) END,
        d.status, d.answer, c.id, c.type,
        (c.config - '{webhookSecret,apiKey,serviceKey}'::text[])::text,
        a.type, a.id, a.check_id, a.context ->> 'CHECK_RESULT_ID',
        a.context ->> 'CHECK_TYPE', d.about_channel_id, d.objective_alert_id, d.alert_group_id,
        d.alert_action_id,
        (SELECT to_char(p.month, 'YYYY-MM') FROM objective_reports p WHERE p.id = d.objective_report_id)
      """;

  /** Looks channels and alerts up for the page alone, not for what lies before it. */
  private static final String LIST =
      COLUMNS
          + """
          FROM (SELECT d.id %s ORDER BY d.created_ms DESC, d.id DESC {page}) AS page
            JOIN deliveries d ON d.id = page.id JOIN alert_channels c ON c.id = d.channel_id
            LEFT JOIN alert_actions x ON x.id = d.alert_action_id
            LEFT JOIN alerts a ON a.id = coalesce(d.alert_id, x.alert_id)
          ORDER BY d.created_ms DESC, d.id DESC"""
              .formatted(CHOSEN);

  private static final String LIST_OF_ALERT = COLUMNS + OF_ALERT;

  private static final String ALERT =
      "SELECT count(*) FROM alerts WHERE account_id = $1 AND id = $2";

  private static final String COUNT = "SELECT count(*) " + CHOSEN;

  /** Increments the claim number, which invalidates a claim in progress. */
  private static final String RETRY =
      """
      WITH fresh AS (
        UPDATE deliveries SET state = 'PENDING', claim = claim + 1, claimed_until_ms = 0,
          due_ms = epoch_millis(), held_until_ms = NULL, expires_ms = epoch_millis() + 86400000
        WHERE account_id = $1 AND channel_id IS NOT NULL AND %s RETURNING id),
      notified AS (SELECT pg_notify('belfry_deliveries', '') FROM (SELECT count(*) AS n FROM fresh) f
        WHERE n > 0)
      SELECT (SELECT count(*) FROM fresh), (SELECT count(*) FROM notified)""";

  private static final String RESEND = RETRY.formatted("id = $2");

  private static final String RESEND_ALL =
      RETRY.formatted(
          """
          state <> 'PENDING' AND created_ms >= $2 AND ($3::bigint IS NULL OR channel_id = $3)
          AND ($4::text IS NULL OR state = $4)""");

  /** The lock waits for a deletion of the channel, after which there is nothing to send to. */
  private static final String TEST =
      """
      WITH fresh AS (
        INSERT INTO deliveries (id, account_id, kind, lane, channel_id)
        SELECT $3, account_id, 'TEST', 'channel:' || id, id FROM alert_channels
        WHERE account_id = $1 AND id = $2 FOR KEY SHARE RETURNING id),
      notified AS (SELECT pg_notify('belfry_deliveries', '') FROM fresh)
      SELECT (SELECT count(*) FROM fresh), (SELECT count(*) FROM notified)""";

  private static final String CHANNEL =
      "SELECT type FROM alert_channels WHERE account_id = $1 AND id = $2";

  private final Database database;

  NotificationStore(Database database) {
    this.database = database;
  }

  /**
   * Which messages a list is about; null members do not restrict it, but for the beginning.
   *
   * @param fromMs null = a day before the end
   * @param toMs null = now
   * @param failed whether they were given up
   */
  record Filter(
      UUID account,
      @Nullable Long channel,
      @Nullable Boolean failed,
      @Nullable Long fromMs,
      @Nullable Long toMs) {

    ListFilter conditions() {
      ListFilter filter =
          new ListFilter("d.account_id = $%d AND d.channel_id IS NOT NULL", account)
              .and("d.channel_id = $%d", channel)
              .and("(d.state = 'DEAD') = $%d", failed)
              .and("d.created_ms >= $%d", fromMs)
              .and("d.created_ms < $%d", toMs);
      if (fromMs != null) {
        return filter;
      }
      return toMs == null
          ? filter.and("d.created_ms > (SELECT epoch_millis()) - $%d::bigint", DAY_MILLIS)
          : filter.and("d.created_ms >= $%d", toMs - DAY_MILLIS);
    }
  }

  Future<List<NotificationRow>> list(Filter filter, long limit, long offset) {
    ListFilter chosen = filter.conditions();
    return database
        .read(chosen.page(LIST), chosen.parameters(limit, offset))
        .map(rows -> Rows.list(rows, NotificationRow::of));
  }

  Future<List<NotificationRow>> ofAlert(UUID account, UUID alert) {
    return database
        .query(LIST_OF_ALERT, Tuple.of(account, alert))
        .map(rows -> Rows.list(rows, NotificationRow::of));
  }

  Future<Boolean> hasAlert(UUID account, UUID alert) {
    return database.query(ALERT, Tuple.of(account, alert)).map(rows -> Rows.number(rows) > 0);
  }

  Future<Long> count(Filter filter) {
    ListFilter chosen = filter.conditions();
    return database.read(chosen.restrict(COUNT), chosen.parameters()).map(Rows::number);
  }

  Future<Boolean> resend(UUID account, UUID id) {
    return database.query(RESEND, Tuple.of(account, id)).map(rows -> Rows.number(rows) > 0);
  }

  Future<Long> resendAll(UUID account, ResendOrder order) {
    return database
        .query(RESEND_ALL, Tuple.of(account, order.sinceMs(), order.channelId(), order.state()))
        .map(Rows::number);
  }

  Future<Boolean> hasChannel(UUID account, long channel) {
    return channelType(account, channel).map(Optional::isPresent);
  }

  Future<Optional<ChannelType>> channelType(UUID account, long channel) {
    return database
        .query(CHANNEL, Tuple.of(account, channel))
        .map(rows -> Rows.first(rows, row -> ChannelType.valueOf(row.getString(0))));
  }

  Future<Boolean> test(UUID account, long channel, UUID id) {
    return database.query(TEST, Tuple.of(account, channel, id)).map(rows -> Rows.number(rows) > 0);
  }
}
