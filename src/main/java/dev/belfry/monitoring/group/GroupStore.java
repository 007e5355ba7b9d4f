package dev.belfry.monitoring.group;

import dev.belfry.monitoring.channel.SubscribedChannels;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.GroupRules;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The groups' SQL. */
final class GroupStore {
  private static final String COLUMNS =
      "g.id, g.settings::text, g.created_at, g.updated_at, " + SubscribedChannels.OF_GROUP;

  private static final String READ =
      "SELECT " + COLUMNS + " FROM check_groups g WHERE g.account_id = $1 AND g.id = $2";

  /** Keeps checks from joining meanwhile: their foreign key wants a lock this one excludes. */
  private static final String LOCK = READ + " FOR UPDATE";

  private static final String MEMBERS =
      """
      SELECT id, settings ->> 'name', check_type, (settings ->> 'frequency')::int
      FROM checks WHERE account_id = $1 AND group_id = $2 ORDER BY id""";

  private static final String INSERT =
      """
      INSERT INTO check_groups (id, account_id, settings, created_at)
      OVERRIDING SYSTEM VALUE VALUES ($2, $1, $3::text::jsonb, $4)""";

  private static final String NEXT_ID =
      "SELECT nextval(pg_get_serial_sequence('check_groups', 'id'))";

  private static final String REPLACE =
      """
      UPDATE check_groups SET settings = $3::text::jsonb, updated_at = $4
      WHERE account_id = $1 AND id = $2""";

  private static final String DELETE = "DELETE FROM check_groups WHERE account_id = $1 AND id = $2";

  private static final String FILTER =
      """
      FROM check_groups g WHERE g.account_id = $1
        AND ($2::text[] IS NULL OR g.settings -> 'tags' ?| $2)
        AND ($3::text[] IS NULL OR g.name = ANY ($3))""";

  private static final String LIST =
      "SELECT " + COLUMNS + " " + FILTER + " ORDER BY g.id LIMIT $4 OFFSET $5";

  private static final String COUNT = "SELECT count(*) " + FILTER;

  private final Database database;

  GroupStore(Database database) {
    this.database = database;
  }

  /** Which groups a list is about; an empty list does not restrict it. */
  record Filter(UUID account, List<String> tags, List<String> names) {
    Tuple tuple() {
      return Tuple.of(account, orNull(tags), orNull(names));
    }

    private static String @Nullable [] orNull(List<String> words) {
      return words.isEmpty() ? null : words.toArray(String[]::new);
    }
  }

  Future<Optional<GroupRow>> read(UUID account, long id) {
    return database.query(READ, Tuple.of(account, id)).map(rows -> Rows.first(rows, GroupRow::of));
  }

  Future<Optional<GroupRow>> read(SqlConnection connection, UUID account, long id) {
    return connection
        .preparedQuery(READ)
        .execute(Tuple.of(account, id))
        .map(rows -> Rows.first(rows, GroupRow::of));
  }

  Future<Optional<GroupRow>> lock(SqlConnection connection, UUID account, long id) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(account, id))
        .map(rows -> Rows.first(rows, GroupRow::of));
  }

  Future<List<GroupRules.Member>> members(SqlConnection connection, UUID account, long id) {
    return connection
        .preparedQuery(MEMBERS)
        .execute(Tuple.of(account, id))
        .map(rows -> Rows.list(rows, GroupStore::member));
  }

  /** The id of a new group, which its secrets are sealed for. */
  Future<Long> nextId(SqlConnection connection) {
    return connection.preparedQuery(NEXT_ID).execute().map(Rows::number);
  }

  Future<Void> insert(
      SqlConnection connection, UUID account, long id, String settings, OffsetDateTime now) {
    return connection
        .preparedQuery(INSERT)
        .execute(Tuple.of(account, id, settings, now))
        .mapEmpty();
  }

  Future<Void> replace(
      SqlConnection connection, UUID account, long id, String settings, OffsetDateTime now) {
    return connection
        .preparedQuery(REPLACE)
        .execute(Tuple.of(account, id, settings, now))
        .mapEmpty();
  }

  Future<Boolean> delete(UUID account, long id) {
    return database.change(DELETE, Tuple.of(account, id)).map(rows -> rows.rowCount() > 0);
  }

  Future<List<GroupRow>> list(SqlConnection connection, Filter filter, long limit, long offset) {
    return connection
        .preparedQuery(LIST)
        .execute(filter.tuple().addLong(limit).addLong(offset))
        .map(rows -> Rows.list(rows, GroupRow::of));
  }

  Future<Long> count(SqlConnection connection, Filter filter) {
    return connection.preparedQuery(COUNT).execute(filter.tuple()).map(Rows::number);
  }

  private static GroupRules.Member member(Row row) {
    return new GroupRules.Member(
        row.getUUID(0).toString(),
        row.getString(1),
        CheckType.valueOf(row.getString(2)),
        row.getInteger(3));
  }
}
