package dev.belfry.statuspages.subscription;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Lists, adds and deletes the subscriptions of a status page. */
final class PageSubscribers {
  /** A longer list would hold up the writes beside it. */
  private static final int LONGEST_LIST = 100;

  private final Database database;
  private final PageSubscriptionStore store;
  private final SubscriptionLimits limits;
  private final Ids ids;
  private final InstantSource clock;

  PageSubscribers(Database database, Config.Subscribers limits, Ids ids, InstantSource clock) {
    this.database = database;
    this.store = new PageSubscriptionStore(database, limits);
    this.limits = new SubscriptionLimits(limits);
    this.ids = ids;
    this.clock = clock;
  }

  /** A subscription, and whether this call created it. */
  record Subscribed(SubscriptionRow row, boolean made) {}

  /**
   * The outcome for many addresses.
   *
   * @param status PENDING when a created subscription waits for confirmation
   */
  record Outcome(int created, int skipped, SubscriptionStatus status) {
    /**
     * The outcome for a number of addresses.
     *
     * @param waits whether one of the created waits for confirmation
     */
    static Outcome of(int created, int asked, boolean waits) {
      return new Outcome(
          created,
          asked - created,
          waits ? SubscriptionStatus.PENDING : SubscriptionStatus.VERIFIED);
    }
  }

  /** The subscriptions of a page, oldest first; fails with 404 when there is no such page. */
  Future<CountedPage<SubscriptionRow>> list(UUID account, UUID page, long limit, long offset) {
    return onPage(
        account,
        page,
        connection ->
            CountedPage.read(
                store.count(connection, account, page),
                offset,
                () -> store.list(connection, account, page, limit, offset)));
  }

  /**
   * Subscribes an address. An address that is subscribed already and still unconfirmed gets another
   * confirmation message. Fails with 404 when there is no such page, with 400 when it does not show
   * a chosen service, with 409 when it would have more subscriptions than it may.
   */
  Future<Subscribed> subscribe(UUID account, UUID page, SubscriptionDraft draft) {
    UUID id = ids.next();
    OffsetDateTime now = now();
    return BulkStatement.orElse(
        store
            .subscribe(account, page, id, draft, now)
            .map(found -> found.map(row -> new Subscribed(row, true))),
        () -> subscribeWithLock(account, page, id, draft, Entrance.OPEN, now));
  }

  /** Subscribes an address for a reader; fails like the others, and with what the entrance says. */
  Future<Subscribed> subscribe(
      UUID account, UUID page, SubscriptionDraft draft, Entrance entrance) {
    return subscribeWithLock(account, page, ids.next(), draft, entrance, now());
  }

  private Future<Subscribed> subscribeWithLock(
      UUID account,
      UUID page,
      UUID id,
      SubscriptionDraft draft,
      Entrance entrance,
      OffsetDateTime now) {
    return onPage(
        account,
        page,
        connection ->
            entrance
                .admit(connection)
                .compose(in -> ShownServices.require(connection, page, draft.choice().choice()))
                .compose(
                    shown ->
                        store.add(
                            connection, account, page, List.of(id), List.of(draft), entrance, now))
                .compose(
                    added ->
                        added.isEmpty()
                            ? store.find(connection, page, draft).map(PageSubscribers::known)
                            : limits
                                .requireRoom(connection, page, List.of(id), draft.byReader(), now)
                                .map(room -> new Subscribed(added.get(0), true)))
                .compose(
                    done ->
                        store.invite(connection, List.of(done.row().id()), now).map(sent -> done)));
  }

  /**
   * Subscribes many addresses and skips those that are subscribed already. Fails with 404 without
   * the page, with 409 when it would have more subscriptions than it may.
   */
  Future<Outcome> subscribe(UUID account, UUID page, List<SubscriptionDraft> drafts) {
    OffsetDateTime now = now();
    List<UUID> made = drafts.stream().map(draft -> ids.next()).toList();
    return drafts.isEmpty() || drafts.size() > LONGEST_LIST
        ? subscribeAllWithLock(account, page, made, drafts, now)
        : BulkStatement.orElse(
            store.subscribeAll(account, page, made, drafts, now),
            () -> subscribeAllWithLock(account, page, made, drafts, now));
  }

  private Future<Outcome> subscribeAllWithLock(
      UUID account,
      UUID page,
      List<UUID> made,
      List<SubscriptionDraft> drafts,
      OffsetDateTime now) {
    return onPage(
        account,
        page,
        connection ->
            store
                .add(connection, account, page, made, drafts, Entrance.OPEN, now)
                .compose(
                    added ->
                        limits
                            .requireRoom(connection, page, made, false, now)
                            .compose(
                                room ->
                                    store.invite(
                                        connection,
                                        added.stream().map(SubscriptionRow::id).toList(),
                                        now))
                            .map(sent -> outcome(added, drafts.size()))));
  }

  /** Deletes a subscription; fails with 404 when there is none. */
  Future<Void> delete(UUID account, UUID page, UUID id) {
    return store.delete(account, page, id).compose(PageSubscribers::require);
  }

  private <T> Future<T> onPage(UUID account, UUID page, Function<SqlConnection, Future<T>> work) {
    return database.transaction(
        connection ->
            store
                .lockPage(connection, account, page)
                .compose(PageSubscribers::require)
                .compose(locked -> work.apply(connection)));
  }

  /** A subscription that ended between the two reads is reported as 404; a retry creates it. */
  private static Subscribed known(Optional<SubscriptionRow> found) {
    return new Subscribed(found.orElseThrow(ApiException::notFound), false);
  }

  private static Outcome outcome(List<SubscriptionRow> added, int asked) {
    return Outcome.of(
        added.size(),
        asked,
        added.stream().anyMatch(row -> row.status() == SubscriptionStatus.PENDING));
  }

  private static Future<Void> require(boolean found) {
    return found ? Future.succeededFuture() : Future.failedFuture(ApiException.notFound());
  }

  private OffsetDateTime now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
  }
}
