package dev.belfry.monitoring.group;

import static dev.belfry.platform.db.BulkStatement.Column.FLAG;
import static dev.belfry.platform.db.BulkStatement.Column.LONG;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;
import static dev.belfry.platform.db.BulkStatement.Column.TIME;

import dev.belfry.monitoring.channel.SubscribedChannels;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.GroupRules;
import dev.belfry.platform.db.BulkDeletion;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.ListFilter;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SequenceIds;
import dev.belfry.platform.db.Versioned;
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

  private static final String REPLACE =
      """
      UPDATE check_groups SET settings = $3::text::jsonb, updated_at = $4
      WHERE account_id = $1 AND id = $2""";

  /** Those of many requests, with the subscriptions that they get besides what a body names. */
  private static final String CREATE =
      """
      WITH asked AS MATERIALIZED (
        SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::timestamptz[], $5::boolean[])
          WITH ORDINALITY AS a (account_id, id, settings, at, assign_all, number)),
      made AS (
        INSERT INTO check_groups (id, account_id, settings, created_at) OVERRIDING SYSTEM VALUE
          SELECT a.id, a.account_id, a.settings::jsonb, a.at
          FROM asked a CROSS JOIN (SELECT set_config('belfry.acting', $6, true),
            set_config('belfry.acting_on', 'check_groups', true)) AS acting
          RETURNING check_groups.*),
      channels AS MATERIALIZED (
        SELECT c.account_id, c.id FROM alert_channels c
        WHERE c.account_id IN (SELECT a.account_id FROM asked a WHERE a.assign_all)
        ORDER BY c.id FOR KEY SHARE),
      subscribed AS (
        INSERT INTO alert_channel_subscriptions (account_id, group_id, channel_id, activated)
          SELECT a.account_id, a.id, c.id, true
          FROM asked a JOIN channels c ON c.account_id = a.account_id
          WHERE a.assign_all ORDER BY a.id, c.id
          RETURNING group_id, channel_id, activated)
      SELECT g.id, g.settings::text, g.created_at, g.updated_at,
        (SELECT %s FROM subscribed s WHERE s.group_id = g.id), a.number
      FROM made g JOIN asked a ON a.id = g.id"""
          .formatted(SubscribedChannels.GROUP_LIST);

  /** A group with checks must suit them, and reschedules them all, which takes its time. */
  private static final String IS_EMPTY =
      "NOT EXISTS (SELECT FROM checks c WHERE c.group_id = g.id)";

  private static final String LOOK_UP =
      """
      SELECT g.settings::text, g.xmin::text, asked.number
      FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS asked (account_id, id, number)
        JOIN check_groups g ON g.id = asked.id AND g.account_id = asked.account_id
      WHERE\s"""
          + IS_EMPTY;

  private static final String UPDATE =
      """
      WITH asked AS MATERIALIZED (
        SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[])
          WITH ORDINALITY AS a (account_id, id, version, settings, at, number)),
      held AS MATERIALIZED (
        SELECT g.id FROM check_groups g WHERE g.id = ANY ($2) ORDER BY g.id FOR UPDATE SKIP LOCKED)
      UPDATE check_groups g SET settings = a.settings::jsonb, updated_at = a.at
      FROM asked a JOIN held h ON h.id = a.id
        CROSS JOIN (SELECT set_config('belfry.acting', $6, true)) AS acting
      WHERE g.id = a.id AND g.account_id = a.account_id AND g.xmin::text = a.version AND %s
      RETURNING %s, a.number"""
          .formatted(IS_EMPTY, COLUMNS);

  /** Looks subscriptions up for the page alone, not for what lies before it. */
  static final String LIST =
      "SELECT "
          + COLUMNS
          + """
          , page.total
          FROM (SELECT g.id, {total} AS total FROM check_groups g
            WHERE {conditions} ORDER BY g.id {page}) AS page
            JOIN check_groups g ON g.id = page.id ORDER BY g.id""";

  static final String COUNT = "SELECT count(*) FROM check_groups g WHERE {conditions}";

  private final Database database;
  private final SequenceIds ids;
  private final BulkStatement create;
  private final BulkStatement lookUp;
  private final BulkStatement update;
  private final BulkDeletion delete;

  GroupStore(Database database) {
    this.database = database;
    this.ids = new SequenceIds(database, "check_groups");
    this.create = database.bulkWrite(CREATE, LONG, TEXT, TIME, FLAG);
    this.lookUp = database.bulkRead(LOOK_UP, LONG);
    this.update = database.bulkWrite(UPDATE, LONG, TEXT, TEXT, TIME);
    this.delete = database.bulkDelete("check_groups", LONG);
  }

  /** Which groups a list is about; an empty list does not restrict it. */
  record Filter(UUID account, List<String> tags, List<String> names) {
    ListFilter conditions() {
      return new ListFilter("g.account_id = $%d", account)
          .and("g.settings -> 'tags' ?| $%d::text[]", orNull(tags))
          .and("g.name = ANY ($%d::text[])", orNull(names));
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
  Future<Long> nextId(UUID account) {
    return ids.next(account);
  }

  /**
   * Creates a group. Empty, and nothing created, when something was in the way.
   *
   * @param assignAll whether to subscribe it to every channel
   */
  Future<Optional<GroupRow>> create(
      UUID account, long id, String settings, OffsetDateTime now, boolean assignAll) {
    return create
        .execute(account, id, settings, now, assignAll)
        .map(found -> found.map(GroupRow::of));
  }

  /** The settings of a group without checks; empty when there is no such group. */
  Future<Optional<Versioned<String>>> lookUp(UUID account, long id) {
    return lookUp
        .execute(account, id)
        .map(found -> found.map(row -> new Versioned<>(row.getString(0), row.getString(1))));
  }

  /**
   * Gives a group new settings. Empty, and nothing changed, when it is not the same any more, has
   * checks, or when something was in the way.
   */
  Future<Optional<GroupRow>> update(
      UUID account, long id, Versioned<String> settings, OffsetDateTime now) {
    return update
        .execute(account, id, settings.version(), settings.value(), now)
        .map(found -> found.map(GroupRow::of));
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
    return delete.execute(account, id);
  }

  Future<CountedPage<GroupRow>> list(
      SqlConnection connection, Filter filter, long limit, long offset) {
    return filter.conditions().read(connection, LIST, COUNT, GroupRow::of, limit, offset);
  }

  private static GroupRules.Member member(Row row) {
    return new GroupRules.Member(
        row.getUUID(0).toString(),
        row.getString(1),
        CheckType.valueOf(row.getString(2)),
        row.getInteger(3));
  }
}
