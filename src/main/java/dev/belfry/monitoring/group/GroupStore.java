package dev.belfry.monitoring.group;

import static dev.belfry.platform.db.BulkStatement.Column.FLAG;
import static dev.belfry.platform.db.BulkStatement.Column.LONG;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;
import static dev.belfry.platform.db.BulkStatement.Column.TIME;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.RequestedSubscription;
import dev.belfry.monitoring.channel.SubscribedChannels;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.GroupRules;
import dev.belfry.monitoring.dependency.Dependencies;
import dev.belfry.platform.db.BulkDeletion;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.ListFilter;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SequenceIds;
import dev.belfry.platform.db.SqlResource;
import dev.belfry.platform.db.Versioned;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The groups' SQL. */
final class GroupStore {
  private static final int MOST_MEMBERS = 50;

  private static final String COLUMNS =
      "g.id, g.settings::text, g.created_at, g.updated_at, "
          + SubscribedChannels.OF_GROUP
          + ", "
          + Dependencies.OF_GROUP;

  private static final String READ =
      "SELECT " + COLUMNS + " FROM check_groups g WHERE g.account_id = $1 AND g.id = $2";

  /** Keeps checks from joining meanwhile: their foreign key wants a lock this one excludes. */
  private static final String LOCK = READ + " FOR UPDATE";

  private static final String MEMBERS =
      """
      SELECT id, settings ->> 'name', check_type, coalesce((settings ->> 'frequency')::int, 10)
      FROM checks WHERE account_id = $1 AND group_id = $2 ORDER BY id""";

  private static final String INSERT =
      """
      INSERT INTO check_groups (id, account_id, settings, created_at)
      OVERRIDING SYSTEM VALUE VALUES ($2, $1, $3::text::jsonb, $4)""";

  private static final String REPLACE =
      """
      UPDATE check_groups SET settings = $3::text::jsonb, updated_at = $4
      WHERE account_id = $1 AND id = $2""";

  private static final String CREATE =
      SqlResource.read(GroupStore.class, "insert-groups.sql")
          .replace("{subscribed}", SubscribedChannels.GROUP_LIST);

  /** Which checks a group {@code g} has, and which versions of them. */
  private static final String MEMBERSHIP =
      """
      coalesce((SELECT md5(string_agg(c.id::text || c.xmin::text, ' ' ORDER BY c.id))
        FROM checks c WHERE c.group_id = g.id), '')""";

  /** A group must suit its checks. One with many of them takes a transaction of its own. */
  private static final String LOOK_UP =
      """
      SELECT g.settings::text, g.xmin::text, %s, m.members, asked.number
      FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS asked (account_id, id, number)
        JOIN check_groups g ON g.id = asked.id AND g.account_id = asked.account_id
        CROSS JOIN LATERAL (
          SELECT json_build_object('members', coalesce(json_agg(json_build_object('id', c.id,
            'name', c.settings ->> 'name', 'type', c.check_type,
            'frequency', coalesce((c.settings ->> 'frequency')::int, 10)) ORDER BY c.id), '[]'))::text AS members
          FROM checks c WHERE c.group_id = g.id) AS m
      WHERE NOT EXISTS (SELECT FROM checks c WHERE c.group_id = g.id OFFSET %d)"""
          .formatted(MEMBERSHIP, MOST_MEMBERS);

  private static final String UPDATE =
      SqlResource.read(GroupStore.class, "update-groups.sql")
          .replace("{membership}", MEMBERSHIP)
          .replace("{current}", SubscribedChannels.OF_GROUP)
          .replace("{requested}", SubscribedChannels.GROUP_LIST)
          .replace("{dependencies}", Dependencies.OF_GROUP);

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
    this.create = database.bulkWrite(CREATE, LONG, TEXT, TIME, TEXT, FLAG, TEXT);
    this.lookUp = database.bulkRead(LOOK_UP, LONG);
    this.update = database.bulkWrite(UPDATE, LONG, TEXT, TEXT, TEXT, TIME, TEXT, TEXT);
    this.delete = new BulkDeletion(database, "check_groups", LONG);
  }

  /**
   * What a body names that the account may lack.
   *
   * @param subscriptions JSON text in the order of the channels, null for none
   * @param places slugs of private locations as JSON text, null for none
   */
  record Named(@Nullable String subscriptions, @Nullable String places) {
    static Named of(GroupDraft draft) {
      List<RequestedSubscription> requested = draft.alerting().subscriptions().value();
      List<String> slugs = draft.privateLocations();
      return new Named(
          requested == null ? null : RequestedSubscription.sortedText(requested),
          slugs.isEmpty() ? null : JsonText.strings(slugs));
    }
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
   * Creates a group with its subscriptions. Empty, and nothing created, when the account lacks one
   * of the channels or private locations, or when something was in the way.
   *
   * @param assignAll whether to subscribe it to every channel
   */
  Future<Optional<GroupRow>> create(
      UUID account, long id, String settings, OffsetDateTime now, Named named, boolean assignAll) {
    return create
        .execute(account, id, settings, now, named.subscriptions(), assignAll, named.places())
        .map(found -> found.map(GroupRow::of));
  }

  /**
   * A group that is to be changed.
   *
   * @param members its checks
   * @param membership which versions of them
   */
  record Stored(String settings, List<GroupRules.Member> members, String membership) {
    Stored {
      members = List.copyOf(members);
    }
  }

  /** A group without many checks; empty when there is no such group. */
  Future<Optional<Versioned<Stored>>> lookUp(UUID account, long id) {
    return lookUp
        .execute(account, id)
        .map(
            found ->
                found.map(
                    row ->
                        new Versioned<>(
                            new Stored(
                                row.getString(0), members(row.getString(3)), row.getString(2)),
                            row.getString(1))));
  }

  /**
   * Gives a group new settings and the named subscriptions. Empty, and nothing changed, when it or
   * one of its checks is not the same any more, when the account lacks one of the channels or
   * private locations, or when something was in the way.
   */
  Future<Optional<GroupRow>> update(
      UUID account,
      long id,
      Versioned<Stored> stored,
      String settings,
      OffsetDateTime now,
      Named named) {
    return update
        .execute(
            account,
            id,
            stored.version(),
            stored.value().membership(),
            settings,
            now,
            named.subscriptions(),
            named.places())
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

  private static List<GroupRules.Member> members(String json) {
    List<GroupRules.Member> members = new ArrayList<>();
    for (JsonNode one : JsonText.parse(json).get("members")) {
      members.add(
          new GroupRules.Member(
              one.get("id").asText(),
              one.get("name").asText(),
              CheckType.valueOf(one.get("type").asText()),
              one.get("frequency").asInt()));
    }
    return members;
  }

  private static GroupRules.Member member(Row row) {
    return new GroupRules.Member(
        row.getUUID(0).toString(),
        row.getString(1),
        CheckType.valueOf(row.getString(2)),
        row.getInteger(3));
  }
}
