package dev.belfry.alerting.alert;

import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of actions about alerts, within the caller's transaction. */
final class AlertActionStore {
  private static final String FIND =
      """
      SELECT a.check_id, a.episode, a.context ->> 'CHECK_NAME', a.account_id
      FROM alerts a JOIN checks c ON c.id = a.check_id
      WHERE a.id = $1 AND ($2::uuid IS NULL OR a.account_id = $2)""";

  /** Locks the check before its state, as results do, so that neither waits for the other. */
  private static final String HOLD = FIND + " FOR KEY SHARE OF c";

  private static final String STATE =
      "SELECT check_id, state::text, incident_id FROM alert_states WHERE check_id = $1";

  private static final String LOCK = STATE + " FOR UPDATE";

  private static final String UPDATE =
      "UPDATE alert_states SET state = $2::text::jsonb, due_ms = $3 WHERE check_id = $1";

  private static final String INSERT =
      """
      INSERT INTO alert_actions (id, account_id, check_id, episode, alert_id, action, actor, note,
        assignee, until_ms, event)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING\s"""
          + AlertActionRow.COLUMNS;

  private static final String LIST =
      "SELECT "
          + AlertActionRow.COLUMNS
          + " FROM alert_actions WHERE episode = $1 ORDER BY at_ms, id";

  private static final String COUNT = "SELECT count(*) FROM alert_actions WHERE episode = $1";

  private static final String HEARD =
      "SELECT EXISTS (SELECT FROM alert_actions WHERE episode = $1 AND event = $2)";

  /** The alert that an action names. */
  record Subject(UUID alertId, UUID accountId, UUID checkId, UUID episode, String checkName) {}

  /**
   * Finds an alert, without a lock or with one that keeps its check from deletion.
   *
   * @param account null for any, when a token authorizes the caller
   */
  Future<Optional<Subject>> find(
      SqlConnection connection, @Nullable UUID account, UUID alert, boolean locks) {
    return connection
        .preparedQuery(locks ? HOLD : FIND)
        .execute(Tuple.of(alert, account))
        .map(
            rows ->
                Rows.first(
                    rows,
                    row ->
                        new Subject(
                            alert,
                            row.getUUID(3),
                            row.getUUID(0),
                            row.getUUID(1),
                            row.getString(2))));
  }

  /** The alert state of a check, locked or not; empty while it is well. */
  Future<Optional<AlertStore.Locked>> state(SqlConnection connection, UUID check, boolean locks) {
    return connection
        .preparedQuery(locks ? LOCK : STATE)
        .execute(Tuple.of(check))
        .map(rows -> Rows.first(rows, AlertStore.Locked::of));
  }

  Future<Void> update(SqlConnection connection, UUID check, AlertState state) {
    return connection
        .preparedQuery(UPDATE)
        .execute(Tuple.of(check, state.json(), state.due()))
        .mapEmpty();
  }

  /** Whether a message of another service led to an action before. */
  Future<Boolean> heard(SqlConnection connection, UUID episode, String event) {
    return connection
        .preparedQuery(HEARD)
        .execute(Tuple.of(episode, event))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }

  /**
   * Stores an action.
   *
   * @param event the message of another service that told of it, null for none
   */
  Future<AlertActionRow> insert(
      SqlConnection connection,
      UUID id,
      Subject subject,
      AlertAction action,
      String actor,
      @Nullable String event) {
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.tuple()
                .addUUID(id)
                .addUUID(subject.accountId())
                .addUUID(subject.checkId())
                .addUUID(subject.episode())
                .addUUID(subject.alertId())
                .addString(action.type().name())
                .addString(actor)
                .addString(action.note())
                .addString(action.assignee())
                .addLong(action.until())
                .addString(event))
        .map(rows -> AlertActionRow.of(rows.iterator().next()));
  }

  /** The actions of an episode, oldest first. */
  Future<List<AlertActionRow>> list(SqlConnection connection, UUID episode) {
    return connection
        .preparedQuery(LIST)
        .execute(Tuple.of(episode))
        .map(rows -> Rows.list(rows, AlertActionRow::of));
  }

  Future<Long> count(SqlConnection connection, UUID episode) {
    return connection.preparedQuery(COUNT).execute(Tuple.of(episode)).map(Rows::number);
  }
}
