package dev.belfry.account.team;

import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.ChannelName;
import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of teams. Who changes members locks memberships, then the team, then the rows between
 * them: the deletion of a membership takes them in that order, too.
 */
final class TeamStore {
  private static final String SELECT =
      "SELECT " + TeamRow.COLUMNS + " FROM teams t WHERE t.account_id = $1";

  private static final String LIST = SELECT + " ORDER BY lower(t.name), t.id LIMIT $2 OFFSET $3";
  private static final String READ = SELECT + " AND t.id = $2";
  private static final String COUNT = "SELECT count(*) FROM teams WHERE account_id = $1";

  private static final String LOCK =
      "SELECT FROM teams WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE";

  /** Waits for transactions that have a channel name the team, which newer ones then cannot. */
  private static final String LOCK_TO_DELETE =
      "SELECT FROM teams WHERE account_id = $1 AND id = $2 FOR UPDATE";

  private static final String INSERT =
      """
      INSERT INTO teams (account_id, id, name, description, created_at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT DO NOTHING""";

  /** Changes nothing when another team has the name. */
  private static final String UPDATE =
      """
      UPDATE teams t SET name = coalesce($3, name),
        description = CASE WHEN $4 THEN $5 ELSE description END, updated_at = $6
      WHERE account_id = $1 AND id = $2 AND NOT EXISTS (SELECT FROM teams o
        WHERE o.account_id = $1 AND lower(o.name) = lower($3) AND o.id <> $2)""";

  private static final String DROP_OTHERS =
      """
      DELETE FROM team_members WHERE account_id = $1 AND team_id = $2
        AND user_id <> ALL ($3::uuid[])""";

  private static final String ADD =
      """
      INSERT INTO team_members (account_id, team_id, user_id)
      SELECT $1, $2, p.id FROM unnest($3::uuid[]) AS p (id) ON CONFLICT DO NOTHING""";

  private static final String CHANNELS =
      """
      SELECT id, type, config::text FROM alert_channels WHERE account_id = $1 AND team_id = $2
      ORDER BY id LIMIT $3""";

  private static final String DELETE = "DELETE FROM teams WHERE account_id = $1 AND id = $2";

  private final SqlConnection connection;
  private final UUID account;

  TeamStore(SqlConnection connection, UUID account) {
    this.connection = connection;
    this.account = account;
  }

  /** A channel that tells a team; its name for people. */
  record TellingChannel(long id, String name) {
    static TellingChannel of(Row row) {
      ChannelType type = ChannelType.valueOf(row.getString(1));
      return new TellingChannel(
          row.getLong(0), ChannelName.of(type, row.getLong(0), JsonText.parse(row.getString(2))));
    }
  }

  /** One team, outside a transaction. */
  static Future<Optional<TeamRow>> read(Database database, UUID account, UUID id) {
    return database.query(READ, Tuple.of(account, id)).map(rows -> Rows.first(rows, TeamRow::of));
  }

  Future<TeamRow> read(UUID id) {
    return connection
        .preparedQuery(READ)
        .execute(Tuple.of(account, id))
        .map(rows -> TeamRow.of(rows.iterator().next()));
  }

  Future<List<TeamRow>> list(long limit, long offset) {
    return connection
        .preparedQuery(LIST)
        .execute(Tuple.of(account, limit, offset))
        .map(rows -> Rows.list(rows, TeamRow::of));
  }

  Future<Long> count() {
    return connection.preparedQuery(COUNT).execute(Tuple.of(account)).map(Rows::number);
  }

  /** Keeps others from changing a team; false when the account does not have it. */
  Future<Boolean> lock(UUID id) {
    return exists(LOCK, id);
  }

  /** The same before a deletion, and no channel newly names it. */
  Future<Boolean> lockToDelete(UUID id) {
    return exists(LOCK_TO_DELETE, id);
  }

  private Future<Boolean> exists(String sql, UUID id) {
    return connection
        .preparedQuery(sql)
        .execute(Tuple.of(account, id))
        .map(rows -> rows.size() > 0);
  }

  /** Makes a team without members; false, and nothing made, when its name is taken. */
  Future<Boolean> insert(UUID id, String name, @Nullable String description, OffsetDateTime now) {
    return connection
        .preparedQuery(INSERT)
        .execute(Tuple.of(account, id, name, description, now))
        .map(rows -> rows.rowCount() > 0);
  }

  /** Changes a team that is locked; false, and nothing changed, when the new name is taken. */
  Future<Boolean> update(UUID id, TeamDraft draft, OffsetDateTime now) {
    return connection
        .preparedQuery(UPDATE)
        .execute(
            Tuple.of(account, id)
                .addString(draft.name().value())
                .addBoolean(draft.description().isPresent())
                .addString(draft.description().value())
                .addOffsetDateTime(now))
        .map(rows -> rows.rowCount() > 0);
  }

  /** Gives a team these members, whom the transaction holds. */
  Future<Void> putMembers(UUID id, Collection<UUID> persons) {
    Tuple values = Tuple.of(account, id).addArrayOfUUID(persons.toArray(UUID[]::new));
    return connection
        .preparedQuery(DROP_OTHERS)
        .execute(values)
        .compose(dropped -> connection.preparedQuery(ADD).execute(values))
        .mapEmpty();
  }

  /** The channels that tell a team, at most so many. */
  Future<List<TellingChannel>> channels(UUID id, int most) {
    return connection
        .preparedQuery(CHANNELS)
        .execute(Tuple.of(account, id, most))
        .map(rows -> Rows.list(rows, TellingChannel::of));
  }

  Future<Void> delete(UUID id) {
    return connection.preparedQuery(DELETE).execute(Tuple.of(account, id)).mapEmpty();
  }
}
