package dev.belfry.alerting.alert;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.ListFilter;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of the alert history. */
final class AlertHistoryStore {
  /** An alert is acknowledged when every receiver has accepted its message. */
  private static final String TRACED =
      """
      SELECT a.id, a.check_id, a.type, a.context::text, a.decided_ms, a.scheduled_ms, a.started_ms,
        a.failed_ms, d.queued, d.sent, d.acknowledged, h.acknowledged_ms, h.acknowledged_by,
        h.snoozed_ms, h.assignee, EXISTS (SELECT FROM alert_states t WHERE t.check_id = a.check_id
          AND t.state #>> '{notice,episode}' = a.episode::text
          AND t.state #>> '{notice,level}' <> 'NONE'),
        a.held_check_id, a.held_group_id, a.held_name, actor_name(a.account_id, h.acknowledged_by),
        assignee_name(a.account_id, h.assignee)
      FROM (%s) AS a
      LEFT JOIN LATERAL (
        SELECT min(created_ms) AS queued, min(sent_ms) AS sent,
          CASE WHEN bool_and(state = 'DELIVERED') THEN max(answered_ms) END AS acknowledged
        FROM deliveries d WHERE d.alert_id = a.id) AS d ON true
      LEFT JOIN LATERAL (%s) AS h ON true
      ORDER BY a.decided_ms DESC, a.id DESC""";

  /** What the last actions of each kind left. */
  private static final String HANDLED =
      """
      SELECT
        (array_agg(CASE action WHEN 'ACKNOWLEDGE' THEN at_ms END ORDER BY at_ms DESC, id DESC)
          FILTER (WHERE action IN ('ACKNOWLEDGE', 'UNACKNOWLEDGE')))[1] AS acknowledged_ms,
        (array_agg(CASE action WHEN 'ACKNOWLEDGE' THEN actor END ORDER BY at_ms DESC, id DESC)
          FILTER (WHERE action IN ('ACKNOWLEDGE', 'UNACKNOWLEDGE')))[1] AS acknowledged_by,
        (array_agg(until_ms ORDER BY at_ms DESC, id DESC)
          FILTER (WHERE action IN ('SNOOZE', 'UNSNOOZE')))[1] AS snoozed_ms,
        (array_agg(x.assignee ORDER BY at_ms DESC, id DESC)
          FILTER (WHERE action IN ('ASSIGN', 'UNASSIGN')))[1] AS assignee
      FROM alert_actions x WHERE x.episode = a.episode""";

  private static final String LIST =
      traced(
          """
          SELECT a.* FROM (SELECT a.id FROM alerts a WHERE {conditions}
            ORDER BY a.decided_ms DESC, a.id DESC {page}) AS page
          JOIN alerts a ON a.id = page.id""");

  private static final String FROM =
      traced(
          """
          SELECT * FROM alerts a WHERE a.account_id = $1 AND ($2::uuid IS NULL OR a.check_id = $2)
            AND ($3::uuid IS NULL OR (a.decided_ms, a.id) <=
              (SELECT n.decided_ms, n.id FROM alerts n WHERE n.id = $3 AND n.account_id = $1))
            AND ($5::uuid IS NULL OR a.held_check_id = $5)
            AND ($6::bigint IS NULL OR a.held_group_id = $6)
          ORDER BY a.decided_ms DESC, a.id DESC LIMIT $4""");

  private static final String READ =
      traced("SELECT * FROM alerts a WHERE a.id = $2 AND a.account_id = $1");

  private static final String COUNT = "SELECT count(*) FROM alerts a WHERE {conditions}";

  private static final String CHECK =
      "SELECT EXISTS (SELECT FROM checks WHERE id = $1 AND account_id = $2)";

  /** Keeps alerts of open episodes, since they say which channels get the recovery. */
  private static final String PRUNE_ALERTS =
      """
      DELETE FROM alerts WHERE id = ANY (ARRAY(
        SELECT a.id FROM alerts a WHERE a.decided_ms < (SELECT epoch_millis()) - $1::bigint
          AND NOT EXISTS (SELECT FROM alert_states t WHERE t.check_id = a.check_id)
          AND NOT EXISTS (SELECT FROM deliveries d
            WHERE d.alert_id = a.id AND d.state = 'PENDING')
        LIMIT $2))""";

  private static final String PRUNE_DELIVERIES =
      """
      DELETE FROM deliveries WHERE id = ANY (ARRAY(
        SELECT d.id FROM deliveries d WHERE d.created_ms < (SELECT epoch_millis()) - $1::bigint
          AND d.alert_id IS NULL AND d.state <> 'PENDING' LIMIT $2))""";

  private static final String PRUNE_CERTIFICATES =
      """
      DELETE FROM certificate_alerts d WHERE d.expires_ms < (SELECT epoch_millis()) - $1::bigint
        AND NOT EXISTS (SELECT FROM series s JOIN series_states t ON t.series_id = s.id
          WHERE s.check_id = d.check_id AND t.certificate_expires_ms = d.expires_ms)""";

  private static final String PRUNE_ACTIONS =
      """
      DELETE FROM alert_actions WHERE id = ANY (ARRAY(
        SELECT x.id FROM alert_actions x WHERE x.at_ms < (SELECT epoch_millis()) - $1::bigint
          AND NOT EXISTS (SELECT FROM alert_states t WHERE t.check_id = x.check_id) LIMIT $2))""";

  private final Database database;

  AlertHistoryStore(Database database) {
    this.database = database;
  }

  /**
   * Selects the alerts of a list, without those that are held: older clients take every alert of
   * the list for one that was sent.
   *
   * @param check null for all checks of the account
   * @param from milliseconds since 1970
   * @param to milliseconds since 1970, exclusive
   */
  record Filter(UUID account, @Nullable UUID check, long from, long to) {
    private ListFilter conditions() {
      return new ListFilter("a.account_id = $%d AND a.held_name IS NULL", account)
          .and("a.decided_ms >= $%d", from)
          .and("a.decided_ms < $%d", to)
          .and("a.check_id = $%d", check);
    }
  }

  private static String traced(String alerts) {
    return TRACED.formatted(alerts, HANDLED);
  }

  Future<Boolean> exists(UUID account, UUID check) {
    return database
        .query(CHECK, Tuple.of(check, account))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }

  /** One page, newest first. */
  Future<List<AlertRow>> page(Filter filter, long limit, long offset) {
    ListFilter conditions = filter.conditions();
    return database
        .read(conditions.page(LIST), conditions.parameters(limit, offset))
        .map(rows -> Rows.list(rows, AlertRow::of));
  }

  /**
   * Selects alerts of any age.
   *
   * @param check null for all checks of the account
   * @param heldByCheck only alerts that this check held, null for any
   * @param heldByGroup only alerts that this group held, null for any
   */
  record Selection(
      UUID account, @Nullable UUID check, @Nullable UUID heldByCheck, @Nullable Long heldByGroup) {}

  /**
   * Alerts of any age, held ones too, newest first.
   *
   * @param start id of the first alert, null for the newest
   */
  Future<List<AlertRow>> from(Selection selection, @Nullable UUID start, int limit) {
    return database
        .read(
            FROM,
            Tuple.of(
                selection.account(),
                selection.check(),
                start,
                limit,
                selection.heldByCheck(),
                selection.heldByGroup()))
        .map(rows -> Rows.list(rows, AlertRow::of));
  }

  Future<Optional<AlertRow>> read(UUID account, UUID id) {
    return database.query(READ, Tuple.of(account, id)).map(rows -> Rows.first(rows, AlertRow::of));
  }

  Future<Long> count(Filter filter) {
    ListFilter conditions = filter.conditions();
    return database.read(conditions.restrict(COUNT), conditions.parameters()).map(Rows::number);
  }

  /** Deletes some old alerts, deliveries and actions; the future has the greatest number. */
  Future<Integer> prune(Duration age, int most) {
    Tuple some = Tuple.of(age.toMillis(), most);
    return database
        .query(PRUNE_ALERTS, some)
        .compose(
            alerts ->
                database
                    .query(PRUNE_DELIVERIES, some)
                    .map(deliveries -> Math.max(alerts.rowCount(), deliveries.rowCount())))
        .compose(
            deleted ->
                database
                    .query(PRUNE_ACTIONS, some)
                    .map(actions -> Math.max(deleted, actions.rowCount())))
        .compose(
            deleted -> database.query(PRUNE_CERTIFICATES, Tuple.of(age.toMillis())).map(deleted));
  }
}
