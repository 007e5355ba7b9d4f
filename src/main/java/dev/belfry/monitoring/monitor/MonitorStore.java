package dev.belfry.monitoring.monitor;

import dev.belfry.api.contract.Field;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.RequestedSubscription;
import dev.belfry.monitoring.channel.SubscribedChannels;
import dev.belfry.monitoring.check.ScheduleRules;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.db.Actor;
import dev.belfry.platform.db.BatchOrder;
import dev.belfry.platform.db.BatchedLookup;
import dev.belfry.platform.db.BatchedStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Durability;
import dev.belfry.platform.db.RequestScope;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The checks' SQL. */
final class MonitorStore {
  private static final String COLUMNS =
      """
      c.id, c.check_type, c.group_id, c.settings::text, c.created_at, c.updated_at,\
      """
          + SubscribedChannels.OF_CHECK;

  static final String READ =
      "SELECT " + COLUMNS + " FROM checks c WHERE c.id = $1 AND c.account_id = $2";

  private static final String LOOK_UP =
      "SELECT "
          + COLUMNS
          + ", asked.number FROM unnest($1::uuid[], $2::uuid[])"
          + " WITH ORDINALITY AS asked (id, account_id, number)"
          + " JOIN checks c ON c.id = asked.id AND c.account_id = asked.account_id";

  /**
   * One statement for the usual update. What it cannot decide it leaves alone, and finds no row: a
   * group, private locations or subscriptions that would change, a stored offset over the bound,
   * and of course an id that does not exist. It says itself who acts, for there is no transaction
   * around it that could: each statement of a batch has an actor of its own.
   */
  static final String UPDATE =
      """
      UPDATE checks c SET settings = c.settings || $3::text::jsonb, updated_at = $4
      FROM (SELECT set_config('belfry.actor', $9, true) AS actor,
              set_config('belfry.request', $10, true) AS request) acting
      WHERE c.id = $1 AND c.account_id = $2 AND c.check_type = 'URL'
        AND ($5::bigint IS NULL OR c.group_id IS NOT DISTINCT FROM nullif($5, 0))
        AND ($6::int IS NULL OR coalesce((c.settings ->> 'frequencyOffset')::int, 1) <= $6)
        AND ($7::text IS NULL OR $7::text::jsonb = coalesce(
          (SELECT jsonb_agg(jsonb_build_object(
               'alertChannelId', s.channel_id, 'activated', s.activated) ORDER BY s.channel_id)
           FROM alert_channel_subscriptions s WHERE s.check_id = c.id), '[]'))
        AND ($8::text IS NULL OR $8::text::jsonb = c.settings -> 'privateLocations')"""
          + " RETURNING "
          + COLUMNS;

  private static final String LOCK =
      "SELECT "
          + COLUMNS
          + " FROM checks c WHERE c.id = $1 AND c.account_id = $2 AND c.check_type = 'URL'"
          + " FOR NO KEY UPDATE";

  private static final String CHANGE =
      "UPDATE checks SET settings = settings || $3::text::jsonb, group_id = $4, updated_at = $5"
          + " WHERE id = $1 AND account_id = $2";

  private static final String INSERT =
      """
      INSERT INTO checks (id, account_id, check_type, group_id, settings, created_at)
      VALUES ($1, $2, 'URL', $3, $4::text::jsonb, $5)""";

  private static final String DELETE = "DELETE FROM checks WHERE id = $1 AND account_id = $2";

  private static final String FILTER =
      """
      FROM checks c WHERE c.account_id = $1
        AND ($2::text[] IS NULL OR c.settings -> 'tags' ?| $2)
        AND ($3::text IS NULL OR c.check_type = $3)
        AND ($4::text IS NULL OR strpos(lower(c.settings ->> 'name'), lower($4)) > 0)
        AND ($5::bigint IS NULL OR c.group_id = $5)
        AND ($6::int IS NULL OR c.id IN (
          SELECT v.check_id FROM check_verdicts v WHERE v.account_id = $1 AND v.verdict = $6))""";

  private static final String LIST =
      "SELECT " + COLUMNS + " " + FILTER + " ORDER BY c.id LIMIT $7 OFFSET $8";

  private static final String COUNT = "SELECT count(*) " + FILTER;

  private final BatchedLookup read;
  private final BatchedStatement update;

  MonitorStore(Database database) {
    read = database.lookup(LOOK_UP);
    update = database.batched(UPDATE, BatchOrder.FIRST_GUID, Durability.ON_COMMIT);
  }

  /** Which checks a list is about; null members do not restrict it. */
  record Filter(
      UUID account,
      List<String> tags,
      @Nullable String checkType,
      @Nullable String search,
      @Nullable Long groupId,
      @Nullable Verdict verdict) {

    Tuple tuple() {
      return Tuple.of(
          account,
          tags.isEmpty() ? null : tags.toArray(String[]::new),
          checkType,
          search,
          groupId,
          verdict == null ? null : (int) verdict.code());
    }
  }

  /**
   * What the one-statement update depends on besides the settings. A null member is no condition.
   *
   * @param group the group the check must be in, 0 for none
   * @param maxOffset the largest stored offset that goes with a new frequency
   * @param subscriptions JSON text, in the order of the channels
   * @param privateLocations JSON text
   */
  record Guards(
      @Nullable Long group,
      @Nullable Integer maxOffset,
      @Nullable String subscriptions,
      @Nullable String privateLocations) {

    static Guards of(MonitorDraft draft) {
      Field<Long> group = draft.identity().groupId();
      Integer frequency = draft.schedule().frequency().value();
      boolean keepsOffset = !draft.schedule().frequencyOffset().isPresent();
      List<RequestedSubscription> subscriptions = draft.alerting().subscriptions().value();
      List<String> slugs = draft.privateLocations();
      return new Guards(
          group.isNull() ? Long.valueOf(0) : group.value(),
          frequency != null && keepsOffset ? (Integer) ScheduleRules.maxOffset(frequency) : null,
          subscriptions == null ? null : RequestedSubscription.sortedText(subscriptions),
          slugs.isEmpty() ? null : JsonText.strings(slugs));
    }
  }

  Future<Optional<MonitorRow>> read(UUID account, UUID id) {
    return read.execute(account, id).map(found -> found.map(MonitorRow::of));
  }

  Future<Optional<MonitorRow>> update(
      UUID account, UUID id, String settings, OffsetDateTime now, Guards guards) {
    Actor actor = RequestScope.actor();
    return update
        .execute(
            Tuple.of(id, account, settings)
                .addValue(now)
                .addValue(guards.group())
                .addValue(guards.maxOffset())
                .addValue(guards.subscriptions())
                .addValue(guards.privateLocations())
                .addValue(actor.name())
                .addValue(actor.requestId()))
        .map(rows -> Rows.first(rows, MonitorRow::of));
  }

  Future<Optional<MonitorRow>> lock(SqlConnection connection, UUID account, UUID id) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(id, account))
        .map(rows -> Rows.first(rows, MonitorRow::of));
  }

  Future<Void> change(
      SqlConnection connection,
      UUID account,
      UUID id,
      String settings,
      @Nullable Long group,
      OffsetDateTime now) {
    return connection
        .preparedQuery(CHANGE)
        .execute(Tuple.of(id, account, settings, group, now))
        .mapEmpty();
  }

  Future<Void> insert(
      SqlConnection connection,
      UUID account,
      UUID id,
      @Nullable Long group,
      String settings,
      OffsetDateTime now) {
    return connection
        .preparedQuery(INSERT)
        .execute(Tuple.of(id, account, group, settings, now))
        .mapEmpty();
  }

  Future<Optional<MonitorRow>> read(SqlConnection connection, UUID account, UUID id) {
    return connection
        .preparedQuery(READ)
        .execute(Tuple.of(id, account))
        .map(rows -> Rows.first(rows, MonitorRow::of));
  }

  Future<Boolean> delete(Database database, UUID account, UUID id) {
    return database.change(DELETE, Tuple.of(id, account)).map(rows -> rows.rowCount() > 0);
  }

  Future<List<MonitorRow>> list(SqlConnection connection, Filter filter, long limit, long offset) {
    return connection
        .preparedQuery(LIST)
        .execute(filter.tuple().addLong(limit).addLong(offset))
        .map(rows -> Rows.list(rows, MonitorRow::of));
  }

  Future<Long> count(SqlConnection connection, Filter filter) {
    return connection.preparedQuery(COUNT).execute(filter.tuple()).map(Rows::number);
  }
}
