package dev.belfry.statuspages.subscription;

import static dev.belfry.platform.db.BulkStatement.Column.GUID;
import static dev.belfry.platform.db.BulkStatement.Column.INT;
import static dev.belfry.platform.db.BulkStatement.Column.LONG;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;
import static dev.belfry.platform.db.BulkStatement.Column.TIME;

import dev.belfry.api.http.JsonText;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.BulkDeletion;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of the subscriptions of a status page. */
final class PageSubscriptionStore {
  /** Confirmation messages that one address gets at most. */
  private static final int MOST_INVITATIONS = 5;

  /** Least time between two confirmation messages to one address. */
  private static final int INVITATION_PAUSE_SECONDS = 3600;

  private static final String LOCK_PAGE =
      "SELECT FROM status_pages WHERE id = $1 AND account_id = $2 FOR KEY SHARE";

  private static final String LIST =
      "SELECT "
          + SubscriptionRow.COLUMNS
          + """
           FROM status_page_subscriptions WHERE account_id = $2 AND id IN (
            SELECT id FROM status_page_subscriptions WHERE page_id = $1
            ORDER BY id LIMIT $3 OFFSET $4)
          ORDER BY id""";

  private static final String COUNT =
      "SELECT count(*) FROM status_page_subscriptions WHERE page_id = $1 AND account_id = $2";

  /** Inserts in the order of the unique index, so that two transactions cannot deadlock. */
  private static final String ADD =
      """
      INSERT INTO status_page_subscriptions
        (account_id, page_id, created_at, updated_at, id, type, address, status, service_ids,
         frequency, digest_hour, digest_zone, digest_due_ms, sealed_address)
      SELECT $1, $2, $3, $3, id, type, address, status, services::uuid[], frequency, hour, zone, due,
        sealed
      FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
          $10::integer[], $11::text[], $12::bigint[], $13::text[])
        AS added (id, type, address, status, services, frequency, hour, zone, due, sealed)
      ORDER BY type, lower(address), id
      ON CONFLICT (page_id, type, address_key) DO NOTHING RETURNING\s"""
          + SubscriptionRow.COLUMNS;

  private static final String FIND =
      "SELECT "
          + SubscriptionRow.COLUMNS
          + """
           FROM status_page_subscriptions WHERE page_id = $1 AND type = $2
          AND address_key = CASE $2 WHEN 'EMAIL' THEN lower($3) ELSE $3 END""";

  /** Queues no confirmation message while another one is queued. */
  private static final String INVITE =
      """
      WITH invited AS (
        UPDATE status_page_subscriptions s SET invitations = invitations + 1, invited_at = $2,
          code_attempts = 0
        WHERE id = ANY ($1::uuid[]) AND status = 'PENDING'
          AND invitations < %d
          AND coalesce(invited_at <= $2::timestamptz - interval '%d seconds', true)
          AND NOT EXISTS (SELECT FROM deliveries WHERE subscription_id = s.id
                          AND kind = 'CONFIRMATION' AND state = 'PENDING')
        RETURNING id, account_id, type, address_key),
      queued AS (
        INSERT INTO deliveries (id, account_id, kind, lane, subscription_id)
        SELECT gen_random_uuid(), account_id, 'CONFIRMATION', {lane}, id FROM invited r ORDER BY id
        RETURNING 1)
      SELECT pg_notify('belfry_deliveries', '')::text FROM (SELECT FROM queued LIMIT 1) any_queued"""
          .formatted(MOST_INVITATIONS, INVITATION_PAUSE_SECONDS)
          .replace("{lane}", SubscriberLane.SQL);

  /** Places of a page that statements leave free, for what others insert at the same time. */
  private static final int RESERVE = 1_000;

  private final BulkStatement subscribe;
  private final BulkStatement subscribeAll;
  private final BulkDeletion delete;

  PageSubscriptionStore(Database database, Config.Subscribers limits) {
    this.subscribe =
        database.bulkWrite(
            sql("insert-subscriptions.sql", limits),
            GUID,
            GUID,
            TEXT,
            TEXT,
            TEXT,
            TIME,
            TEXT,
            TEXT,
            INT,
            TEXT,
            LONG);
    this.subscribeAll =
        database.bulkWrite(sql("insert-subscription-lists.sql", limits), GUID, GUID, TEXT, TIME);
    this.delete = BulkDeletion.ofParts(database, "status_page_subscriptions", GUID, "page_id");
  }

  private static String sql(String name, Config.Subscribers limits) {
    return SqlResource.read(PageSubscriptionStore.class, name)
        .replace("{lane}", SubscriberLane.SQL)
        .replace("{columns}", SubscriptionRow.columns("m"))
        .replace("{reserve}", Integer.toString(RESERVE))
        .replace("{most}", Integer.toString(limits.maxPerPage()));
  }

  /**
   * Subscribes addresses, skips those that are subscribed already, and queues confirmation messages
   * to those that need one. Empty, and nothing done, when the account lacks the page, or when
   * something was in the way.
   *
   * @param ids one for each draft
   */
  Future<Optional<PageSubscribers.Outcome>> subscribeAll(
      UUID account, UUID page, List<UUID> ids, List<SubscriptionDraft> drafts, OffsetDateTime now) {
    List<String> added = new ArrayList<>(drafts.size());
    for (int i = 0; i < drafts.size(); i++) {
      SubscriptionDraft draft = drafts.get(i);
      added.add(
          JsonText.object()
              .plain("id", ids.get(i).toString())
              .string("type", draft.requiredType().name())
              .string("address", draft.requiredAddress())
              .string("status", draft.status().name())
              .end());
    }
    return subscribeAll
        .execute(account, ids.get(0), page, JsonText.array(added), now)
        .map(
            found ->
                found.map(
                    row ->
                        PageSubscribers.Outcome.of(
                            row.getInteger(0), drafts.size(), row.getBoolean(1))));
  }

  /**
   * Subscribes an address and queues a confirmation message if it needs one. Empty, and nothing
   * done, when the account lacks the page, when the address is subscribed already, when the page
   * does not show a chosen service, or when something was in the way.
   */
  Future<Optional<SubscriptionRow>> subscribe(
      UUID account, UUID page, UUID id, SubscriptionDraft draft, OffsetDateTime now) {
    SubscriptionChoice choice = draft.choice().choice();
    DigestSchedule schedule = choice.schedule();
    return subscribe
        .execute(
            account,
            id,
            page,
            draft.requiredType().name(),
            draft.requiredAddress(),
            draft.status().name(),
            now,
            ChoiceColumns.text(choice),
            schedule.frequency().name(),
            ChoiceColumns.hour(schedule),
            ChoiceColumns.zone(schedule),
            ChoiceColumns.due(schedule, now.toInstant()))
        .map(found -> found.map(SubscriptionRow::of));
  }

  /** Locks a page against deletion until the transaction ends; false when there is none. */
  Future<Boolean> lockPage(SqlConnection connection, UUID account, UUID page) {
    return connection
        .preparedQuery(LOCK_PAGE)
        .execute(Tuple.of(page, account))
        .map(rows -> rows.size() > 0);
  }

  /** At most {@code limit} subscriptions of a page, oldest first. */
  Future<List<SubscriptionRow>> list(
      SqlConnection connection, UUID account, UUID page, long limit, long offset) {
    return connection
        .preparedQuery(LIST)
        .execute(Tuple.of(page, account, limit, offset))
        .map(rows -> Rows.list(rows, SubscriptionRow::of));
  }

  Future<Long> count(SqlConnection connection, UUID account, UUID page) {
    return connection.preparedQuery(COUNT).execute(Tuple.of(page, account)).map(Rows::number);
  }

  /**
   * Adds the addresses that are not subscribed yet. The caller has locked the page.
   *
   * @param ids one for each draft
   * @param entrance seals the addresses that are secrets
   * @return the added subscriptions
   */
  Future<List<SubscriptionRow>> add(
      SqlConnection connection,
      UUID account,
      UUID page,
      List<UUID> ids,
      List<SubscriptionDraft> drafts,
      Entrance entrance,
      OffsetDateTime now) {
    List<SubscriptionChoice> choices =
        drafts.stream().map(draft -> draft.choice().choice()).toList();
    List<DigestSchedule> schedules = choices.stream().map(SubscriptionChoice::schedule).toList();
    return connection
        .preparedQuery(ADD)
        .execute(
            Tuple.of(account, page, now)
                .addValue(ids.toArray(UUID[]::new))
                .addValue(texts(drafts, draft -> draft.requiredType().name()))
                .addValue(texts(drafts, SubscriptionDraft::requiredAddress))
                .addValue(texts(drafts, draft -> draft.status().name()))
                .addValue(texts(choices, ChoiceColumns::text))
                .addValue(texts(schedules, schedule -> schedule.frequency().name()))
                .addValue(schedules.stream().map(ChoiceColumns::hour).toArray(Integer[]::new))
                .addValue(texts(schedules, ChoiceColumns::zone))
                .addValue(
                    schedules.stream()
                        .map(schedule -> ChoiceColumns.due(schedule, now.toInstant()))
                        .toArray(Long[]::new))
                .addValue(texts(ids, entrance::sealed)))
        .map(rows -> Rows.list(rows, SubscriptionRow::of));
  }

  private static <T> @Nullable String[] texts(List<T> values, Function<T, @Nullable String> text) {
    @Nullable String[] texts = new String[values.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = text.apply(values.get(i));
    }
    return texts;
  }

  /** The subscription of an address. */
  Future<Optional<SubscriptionRow>> find(
      SqlConnection connection, UUID page, SubscriptionDraft draft) {
    return connection
        .preparedQuery(FIND)
        .execute(Tuple.of(page, draft.requiredType().name(), draft.requiredAddress()))
        .map(rows -> Rows.first(rows, SubscriptionRow::of));
  }

  /** Queues confirmation messages to unconfirmed subscriptions within the limits. */
  Future<Void> invite(SqlConnection connection, List<UUID> subscriptions, OffsetDateTime now) {
    return connection
        .preparedQuery(INVITE)
        .execute(Tuple.tuple().addValue(subscriptions.toArray(UUID[]::new)).addValue(now))
        .mapEmpty();
  }

  /** Deletes a subscription; false when the page has no such subscription. */
  Future<Boolean> delete(UUID account, UUID page, UUID id) {
    return delete.execute(account, id, page);
  }
}
