package dev.belfry.engine.objective;

import dev.belfry.monitoring.channel.RequestedSubscription;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of objectives as people see them. Futures fail when the database is away. */
final class ObjectiveStore {
  /** Leaves out channels that are deleted. */
  static final String COLUMNS =
      """
      o.id, o.name, o.description, o.check_id, o.group_id, o.tag, o.target::float8, o.window_days,
      (SELECT coalesce(jsonb_agg(s.one ORDER BY s.n), '[]')
        FROM jsonb_array_elements(o.subscriptions) WITH ORDINALITY AS s (one, n)
        JOIN alert_channels c ON c.account_id = o.account_id
          AND c.id = (s.one ->> 'alertChannelId')::bigint)::text,
      o.created_at, o.updated_at
      """;

  private static final String LIST =
      "SELECT "
          + COLUMNS
          + "FROM objectives o WHERE o.account_id = $1 ORDER BY o.id LIMIT $2 OFFSET $3";

  private static final String COUNT = "SELECT count(*) FROM objectives WHERE account_id = $1";

  private static final String READ =
      "SELECT " + COLUMNS + "FROM objectives o WHERE o.account_id = $1 AND o.id = $2";

  private static final String LOCK = READ + " FOR NO KEY UPDATE OF o";

  /** Holds the monitor or group, so that it is not deleted before the objective is there. */
  private static final String SUBJECT =
      """
      SELECT (SELECT count(*) FROM (
          SELECT FROM checks WHERE account_id = $1 AND id = $2 FOR KEY SHARE) AS c)
        + (SELECT count(*) FROM (
          SELECT FROM check_groups WHERE account_id = $1 AND id = $3 FOR KEY SHARE) AS g)""";

  private static final String MISSING =
      """
      SELECT n.position - 1 FROM unnest($2::bigint[]) WITH ORDINALITY AS n (id, position)
      WHERE NOT EXISTS (SELECT FROM alert_channels c WHERE c.account_id = $1 AND c.id = n.id)
      ORDER BY 1""";

  private static final String INSERT =
      """
      INSERT INTO objectives AS o (account_id, created_at, name, description, target, window_days,
        subscriptions, check_id, group_id, tag)
      VALUES ($1, $2, $3, $4, $5::text::numeric, $6, $7::text::jsonb, $8, $9, $10)
      RETURNING\s"""
          + COLUMNS;

  private static final String UPDATE =
      """
      UPDATE objectives o SET updated_at = $2, name = $3, description = $4,
        target = $5::text::numeric, window_days = $6, subscriptions = $7::text::jsonb
      WHERE o.account_id = $1 AND o.id = $8 RETURNING\s"""
          + COLUMNS;

  private static final String DELETE = "DELETE FROM objectives WHERE account_id = $1 AND id = $2";

  private final Database database;

  ObjectiveStore(Database database) {
    this.database = database;
  }

  Future<List<ObjectiveRow>> list(SqlConnection connection, UUID account, long limit, long offset) {
    return connection
        .preparedQuery(LIST)
        .execute(Tuple.of(account, limit, offset))
        .map(rows -> Rows.list(rows, ObjectiveRow::of));
  }

  Future<Long> count(SqlConnection connection, UUID account) {
    return connection.preparedQuery(COUNT).execute(Tuple.of(account)).map(Rows::number);
  }

  Future<Optional<ObjectiveRow>> read(UUID account, long id) {
    return database
        .query(READ, Tuple.of(account, id))
        .map(rows -> Rows.first(rows, ObjectiveRow::of));
  }

  /** Reads it and keeps others from changing it until the transaction ends. */
  Future<Optional<ObjectiveRow>> lock(SqlConnection connection, UUID account, long id) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(account, id))
        .map(rows -> Rows.first(rows, ObjectiveRow::of));
  }

  /** Whether the account has the monitor or group; a tag may have no monitor yet. */
  Future<Boolean> hasSubject(SqlConnection connection, UUID account, Objective objective) {
    if (objective.tag() != null) {
      return Future.succeededFuture(true);
    }
    return connection
        .preparedQuery(SUBJECT)
        .execute(Tuple.of(account, objective.checkId(), objective.groupId()))
        .map(rows -> Rows.number(rows) == 1);
  }

  /** The positions of the channels that the account lacks. */
  Future<List<Long>> missingChannels(
      SqlConnection connection, UUID account, List<RequestedSubscription> channels) {
    return channels.isEmpty()
        ? Future.succeededFuture(List.of())
        : connection
            .preparedQuery(MISSING)
            .execute(
                Tuple.of(account)
                    .addArrayOfLong(
                        channels.stream()
                            .map(RequestedSubscription::channelId)
                            .toArray(Long[]::new)))
            .map(rows -> Rows.list(rows, row -> row.getLong(0)));
  }

  Future<ObjectiveRow> insert(
      SqlConnection connection, UUID account, Objective objective, OffsetDateTime now) {
    return put(
        connection,
        INSERT,
        members(account, now, objective)
            .addUUID(objective.checkId())
            .addLong(objective.groupId())
            .addString(objective.tag()));
  }

  Future<ObjectiveRow> replace(
      SqlConnection connection, UUID account, long id, Objective objective, OffsetDateTime now) {
    return put(connection, UPDATE, members(account, now, objective).addLong(id));
  }

  private static Tuple members(UUID account, OffsetDateTime now, Objective objective) {
    return Tuple.of(
            account,
            now,
            objective.name(),
            objective.description(),
            ObjectiveCodec.decimal(objective.target()))
        .addInteger(objective.windowDays())
        .addString(ObjectiveCodec.channels(objective));
  }

  private static Future<ObjectiveRow> put(SqlConnection connection, String sql, Tuple parameters) {
    return connection
        .preparedQuery(sql)
        .execute(parameters)
        .map(rows -> ObjectiveRow.of(rows.iterator().next()));
  }

  /** Deletes an objective with its alerts, and answers whether the account had it. */
  Future<Boolean> delete(SqlConnection connection, UUID account, long id) {
    return connection
        .preparedQuery(DELETE)
        .execute(Tuple.of(account, id))
        .map(rows -> rows.rowCount() > 0);
  }
}
