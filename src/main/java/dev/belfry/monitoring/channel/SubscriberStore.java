package dev.belfry.monitoring.channel;

import static dev.belfry.platform.db.BulkStatement.Column.FLAG;
import static dev.belfry.platform.db.BulkStatement.Column.GUID;
import static dev.belfry.platform.db.BulkStatement.Column.LONG;

import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The SQL of the subscriptions seen from their channel. */
final class SubscriberStore {
  /** One subscription as an answer shows it, of a row {@code s}. */
  static final String AS_JSON =
      """
      json_build_object('id', s.id, 'checkId', s.check_id, 'groupId', s.group_id,
        'activated', s.activated)""";

  private static final String KNOWN_CHECKS =
      "SELECT id FROM checks WHERE account_id = $1 AND id = ANY ($2) FOR KEY SHARE";

  private static final String KNOWN_GROUPS =
      "SELECT id FROM check_groups WHERE account_id = $1 AND id = ANY ($2) FOR KEY SHARE";

  private static final String REMOVE_OTHERS =
      """
      DELETE FROM alert_channel_subscriptions s WHERE account_id = $1 AND channel_id = $2
        AND NOT EXISTS (SELECT FROM unnest($3::uuid[]) AS kept (id) WHERE kept.id = s.check_id)
        AND NOT EXISTS (SELECT FROM unnest($4::bigint[]) AS kept (id) WHERE kept.id = s.group_id)""";

  private static final String PUT =
      """
      INSERT INTO alert_channel_subscriptions AS s
        (account_id, channel_id, check_id, group_id, activated)
      SELECT $1, $2, * FROM unnest($3::uuid[], $4::bigint[], $5::boolean[])
      ON CONFLICT (%s, channel_id) WHERE %s IS NOT NULL
      DO UPDATE SET activated = excluded.activated WHERE s.account_id = excluded.account_id""";

  private static final String PUT_CHECKS = PUT.formatted("check_id", "check_id");
  private static final String PUT_GROUPS = PUT.formatted("group_id", "group_id");

  /** Most of a list that is sent again is as it was. */
  private static final String CHANGED = " AND s.activated <> excluded.activated";

  private static final String RETURNING = " RETURNING " + AS_JSON + "::text";

  private static final String PUT_TOGETHER =
      SqlResource.read(SubscriberStore.class, "put-subscriptions.sql").replace("{shown}", AS_JSON);

  /** A new version of the row, so that of two transactions that do this one fails. */
  private static final String TOUCH =
      """
      UPDATE alert_channels c SET type = c.type
      FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS a (account_id, id, number)
        CROSS JOIN (SELECT set_config('belfry.acting', $3, true)) AS acting
      WHERE c.id = a.id AND c.account_id = a.account_id
      RETURNING a.number""";

  private final Database database;
  private final BulkStatement putTogether;
  private final BulkStatement touch;

  SubscriberStore(Database database) {
    this.database = database;
    this.putTogether = database.bulkWrite(PUT_TOGETHER, LONG, GUID, LONG, FLAG);
    this.touch = database.bulkWrite(TOUCH, LONG);
  }

  Future<Set<UUID>> knownChecks(SqlConnection connection, UUID account, UUID[] ids) {
    return connection
        .preparedQuery(KNOWN_CHECKS)
        .execute(Tuple.of(account).addValue(ids))
        .map(
            rows -> {
              Set<UUID> known = new HashSet<>();
              rows.forEach(row -> known.add(row.getUUID(0)));
              return known;
            });
  }

  Future<Set<Long>> knownGroups(SqlConnection connection, UUID account, Long[] ids) {
    return connection
        .preparedQuery(KNOWN_GROUPS)
        .execute(Tuple.of(account).addValue(ids))
        .map(
            rows -> {
              Set<Long> known = new HashSet<>();
              rows.forEach(row -> known.add(row.getLong(0)));
              return known;
            });
  }

  Future<Void> removeOthers(
      SqlConnection connection, UUID account, long channel, List<Subscriber> requested) {
    return connection
        .preparedQuery(REMOVE_OTHERS)
        .execute(
            Tuple.of(
                account,
                channel,
                Subscriber.checks(requested).toArray(UUID[]::new),
                Subscriber.groups(requested).toArray(Long[]::new)))
        .mapEmpty();
  }

  /** Adds or changes subscriptions that are either all of checks or all of groups. */
  Future<Void> put(
      SqlConnection connection, UUID account, long channel, List<Subscriber> requested) {
    return requested.isEmpty()
        ? Future.succeededFuture()
        : connection
            .preparedQuery(statement(requested) + CHANGED)
            .execute(parameters(account, channel, requested))
            .mapEmpty();
  }

  /**
   * Adds or changes one subscription. Empty, and nothing changed, when the account lacks the
   * channel, the check or the group, or when something was in the way.
   *
   * @return the subscription as an answer shows it
   */
  Future<Optional<String>> putOne(UUID account, long channel, Subscriber requested) {
    SubscriptionTarget target = requested.target();
    return putTogether
        .execute(account, channel, target.checkId(), target.groupId(), requested.activated())
        .map(found -> found.map(row -> row.getString(0)));
  }

  /**
   * The same in a transaction of its own, which waits for what is in the way and fails when
   * something is missing.
   */
  Future<Optional<String>> putAlone(UUID account, long channel, Subscriber requested) {
    List<Subscriber> one = List.of(requested);
    return database
        .change(statement(one) + RETURNING, parameters(account, channel, one))
        .map(rows -> Rows.first(rows, row -> row.getString(0)));
  }

  /**
   * Marks a channel as changed when the request depends on its tag: the subscriptions are a part of
   * what it was judged by, and another's new one conflicts with nothing.
   */
  Future<Void> touchIfConditional(UUID account, long channel) {
    return database.isConditional()
        ? touch.execute(account, channel).mapEmpty()
        : Future.succeededFuture();
  }

  private static String statement(List<Subscriber> requested) {
    return requested.get(0).target().checkId() == null ? PUT_GROUPS : PUT_CHECKS;
  }

  private static Tuple parameters(UUID account, long channel, List<Subscriber> requested) {
    return Tuple.of(
        account,
        channel,
        requested.stream().map(one -> one.target().checkId()).toArray(UUID[]::new),
        requested.stream().map(one -> one.target().groupId()).toArray(Long[]::new),
        requested.stream().map(Subscriber::activated).toArray(Boolean[]::new));
  }
}
