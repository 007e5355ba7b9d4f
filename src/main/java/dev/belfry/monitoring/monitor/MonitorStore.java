package dev.belfry.monitoring.monitor;

import static dev.belfry.platform.db.BulkStatement.Column.FLAG;
import static dev.belfry.platform.db.BulkStatement.Column.GUID;
import static dev.belfry.platform.db.BulkStatement.Column.INT;
import static dev.belfry.platform.db.BulkStatement.Column.LONG;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;
import static dev.belfry.platform.db.BulkStatement.Column.TIME;

import dev.belfry.api.contract.Field;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.RequestedSubscription;
import dev.belfry.monitoring.channel.SubscribedChannels;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.ScheduleRules;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.monitoring.dependency.Dependencies;
import dev.belfry.platform.db.BulkDeletion;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.ListFilter;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
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
          + SubscribedChannels.OF_CHECK
          + MonitorRow.SOURCE
          + ", "
          + Dependencies.OF_CHECK;

  static final String READ =
      "SELECT " + COLUMNS + " FROM checks c WHERE c.id = $1 AND c.account_id = $2";

  private static final String LOOK_UP =
      "SELECT "
          + COLUMNS
          + ", asked.number FROM unnest($1::uuid[], $2::uuid[])"
          + " WITH ORDINALITY AS asked (account_id, id, number)"
          + " JOIN checks c ON c.id = asked.id AND c.account_id = asked.account_id";

  /**
   * The usual updates, those of many requests in one statement. What it cannot decide it leaves
   * alone, and finds no row: a group, private locations or subscriptions that would change, a
   * stored offset over the bound, a check that another transaction has locked, and of course an id
   * that does not exist.
   */
  static final String UPDATE =
      """
      WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $10, true)),
      asked AS MATERIALIZED (
        SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::bigint[],
            $6::int[], $7::text[], $8::text[], $9::text[]) WITH ORDINALITY
          AS a (account_id, id, settings, at, group_id, max_offset, subscriptions,
            private_locations, check_type, number)),
      held AS MATERIALIZED (
        SELECT c.id FROM checks c WHERE c.id = ANY ($2) ORDER BY c.id
        FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE checks c SET settings = c.settings || a.settings::jsonb, updated_at = a.at
      FROM asked a JOIN held h ON h.id = a.id
        CROSS JOIN acting
      WHERE c.id = a.id AND c.account_id = a.account_id AND c.check_type = a.check_type
        AND (a.group_id IS NULL OR c.group_id IS NOT DISTINCT FROM nullif(a.group_id, 0))
        AND (a.max_offset IS NULL
          OR coalesce((c.settings ->> 'frequencyOffset')::int, 1) <= a.max_offset)
        AND (a.subscriptions IS NULL OR a.subscriptions::jsonb = coalesce(
          (SELECT jsonb_agg(jsonb_build_object(
               'alertChannelId', s.channel_id, 'activated', s.activated) ORDER BY s.channel_id)
           FROM alert_channel_subscriptions s WHERE s.check_id = c.id), '[]'))
        AND (a.private_locations IS NULL
          OR a.private_locations::jsonb = c.settings -> 'privateLocations')
      RETURNING\s"""
          + COLUMNS
          + ", a.number";

  static final String CREATE =
      SqlResource.read(MonitorStore.class, "insert-monitors.sql")
          .replace("{subscribed}", SubscribedChannels.LIST);

  private static final String LOCK =
      "SELECT "
          + COLUMNS
          + " FROM checks c WHERE c.id = $1 AND c.account_id = $2 AND c.check_type = $3"
          + " FOR NO KEY UPDATE";

  private static final String CHANGE =
      """
      UPDATE checks SET settings = (settings || $3::text::jsonb)
          - CASE WHEN $3::text::jsonb -> 'frequencyOffset' = 'null' THEN 'frequencyOffset' ELSE '' END,
        group_id = $4, updated_at = $5
      WHERE id = $1 AND account_id = $2""";

  private static final String INSERT =
      """
      INSERT INTO checks (id, account_id, check_type, group_id, settings, created_at)
      VALUES ($1, $2, $3, $4, $5::text::jsonb, $6)""";

  /**
   * Looks subscriptions up for the page alone, not for what lies before it. Tags and names have no
   * index: with one over the settings, no update of a monitor could be heap-only (HOT).
   */
  static final String LIST =
      "SELECT "
          + COLUMNS
          + """
          , page.total
          FROM (SELECT c.id, {total} AS total FROM checks c
            WHERE {conditions} ORDER BY c.id {page}) AS page
            JOIN checks c ON c.id = page.id ORDER BY c.id""";

  static final String COUNT = "SELECT count(*) FROM checks c WHERE {conditions}";

  private static final String HAS_VERDICT =
      """
      c.id IN (SELECT v.check_id FROM check_verdicts v
        WHERE v.account_id = $1 AND v.verdict = $%d)""";

  private final BulkStatement read;
  private final BulkStatement create;
  private final BulkStatement update;
  private final BulkDeletion delete;

  MonitorStore(Database database) {
    read = database.bulkRead(LOOK_UP, GUID);
    create = database.bulkWrite(CREATE, GUID, LONG, TEXT, TIME, TEXT, FLAG, TEXT, TEXT);
    update = database.bulkWrite(UPDATE, GUID, TEXT, TIME, LONG, INT, TEXT, TEXT, TEXT);
    delete = new BulkDeletion(database, "checks", GUID);
  }

  /** Which checks a list is about; null members do not restrict it. */
  record Filter(
      UUID account,
      List<String> tags,
      @Nullable String checkType,
      @Nullable String search,
      @Nullable Long groupId,
      @Nullable Verdict verdict,
      @Nullable UUID service,
      @Nullable String privateLocation) {

    ListFilter conditions() {
      return new ListFilter("c.account_id = $%d", account)
          .and(
              "c.settings -> 'tags' ?| $%d::text[]",
              tags.isEmpty() ? null : tags.toArray(String[]::new))
          .and("c.check_type = $%d", checkType)
          .and("strpos(lower(c.settings ->> 'name'), lower($%d)) > 0", search)
          .and("c.group_id = $%d", groupId)
          .and(HAS_VERDICT, verdict == null ? null : (int) verdict.code())
          .and("c.trigger_service_id = $%d", service)
          .and("c.settings -> 'privateLocations' ? $%d::text", privateLocation);
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
      UUID account, UUID id, CheckType type, String settings, OffsetDateTime now, Guards guards) {
    return update
        .execute(
            account,
            id,
            settings,
            now,
            guards.group(),
            guards.maxOffset(),
            guards.subscriptions(),
            guards.privateLocations(),
            type.name())
        .map(found -> found.map(MonitorRow::of));
  }

  /**
   * Creates a check with its subscriptions. Empty, and nothing created, when the account lacks its
   * group, one of the channels or private locations, or when something was in the way.
   *
   * @param subscriptions JSON text, null for none
   * @param assignAll whether to subscribe it to every channel
   */
  Future<Optional<MonitorRow>> create(
      UUID account,
      UUID id,
      CheckType type,
      @Nullable Long group,
      String settings,
      OffsetDateTime now,
      @Nullable String subscriptions,
      boolean assignAll,
      List<String> privateLocations) {
    return create
        .execute(
            account,
            id,
            group,
            settings,
            now,
            subscriptions,
            assignAll,
            privateLocations.isEmpty() ? null : JsonText.strings(privateLocations),
            type.name())
        .map(found -> found.map(MonitorRow::of));
  }

  Future<Optional<MonitorRow>> lock(
      SqlConnection connection, UUID account, UUID id, CheckType type) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(id, account, type.name()))
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
      CheckType type,
      @Nullable Long group,
      String settings,
      OffsetDateTime now) {
    return connection
        .preparedQuery(INSERT)
        .execute(Tuple.of(id, account, type.name(), group, settings, now))
        .mapEmpty();
  }

  Future<Optional<MonitorRow>> read(SqlConnection connection, UUID account, UUID id) {
    return connection
        .preparedQuery(READ)
        .execute(Tuple.of(id, account))
        .map(rows -> Rows.first(rows, MonitorRow::of));
  }

  /** False when the account lacks the check. */
  Future<Boolean> delete(UUID account, UUID id) {
    return delete.execute(account, id);
  }

  Future<CountedPage<MonitorRow>> list(
      SqlConnection connection, Filter filter, long limit, long offset) {
    return filter.conditions().read(connection, LIST, COUNT, MonitorRow::of, limit, offset);
  }
}
