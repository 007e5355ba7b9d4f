package dev.belfry.statuspages.subscription;

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

/** What the owner of a status page can do with its subscribers. */
final class PageSubscribers {
  private final Database database;
  private final PageSubscriptionStore store;
  private final Ids ids;
  private final InstantSource clock;

  PageSubscribers(Database database, Ids ids, InstantSource clock) {
    this.database = database;
    this.store = new PageSubscriptionStore(database);
    this.ids = ids;
    this.clock = clock;
  }

  /** One page of subscriptions and the number of all. */
  record Page(List<SubscriptionRow> rows, long total) {}

  /** A subscription, and whether it is a new one. */
  record Subscribed(SubscriptionRow row, boolean made) {}

  /**
   * What became of many addresses.
   *
   * @param status PENDING when one that was created waits for its owner
   */
  record Outcome(int created, int skipped, SubscriptionStatus status) {}

  /** The subscriptions of a page, oldest first. */
  Future<Page> list(UUID account, UUID page, long limit, long offset) {
    return onPage(
        account,
        page,
        connection ->
            store
                .list(connection, account, page, limit, offset)
                .compose(
                    rows ->
                        store
                            .count(connection, account, page)
                            .map(total -> new Page(rows, total))));
  }

  /** Subscribes an address; one that is there already is asked to confirm again if it waits. */
  Future<Subscribed> subscribe(UUID account, UUID page, SubscriptionDraft draft) {
    OffsetDateTime now = now();
    return onPage(
        account,
        page,
        connection ->
            store
                .add(connection, account, page, List.of(ids.next()), List.of(draft), now)
                .compose(
                    added ->
                        added.isEmpty()
                            ? store.find(connection, page, draft).map(PageSubscribers::known)
                            : Future.succeededFuture(new Subscribed(added.get(0), true)))
                .compose(
                    done ->
                        store.invite(connection, List.of(done.row().id()), now).map(sent -> done)));
  }

  /** Subscribes many addresses at once and leaves alone those that are there already. */
  Future<Outcome> subscribe(UUID account, UUID page, List<SubscriptionDraft> drafts) {
    OffsetDateTime now = now();
    List<UUID> made = drafts.stream().map(draft -> ids.next()).toList();
    return onPage(
        account,
        page,
        connection ->
            store
                .add(connection, account, page, made, drafts, now)
                .compose(
                    added ->
                        store
                            .invite(
                                connection, added.stream().map(SubscriptionRow::id).toList(), now)
                            .map(sent -> outcome(added, drafts.size()))));
  }

  /** Ends a subscription. */
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

  /** Whoever unsubscribed between our two looks is gone; the caller may try again. */
  private static Subscribed known(Optional<SubscriptionRow> found) {
    return new Subscribed(found.orElseThrow(ApiException::notFound), false);
  }

  private static Outcome outcome(List<SubscriptionRow> added, int asked) {
    boolean waits = added.stream().anyMatch(row -> row.status() == SubscriptionStatus.PENDING);
    return new Outcome(
        added.size(),
        asked - added.size(),
        waits ? SubscriptionStatus.PENDING : SubscriptionStatus.VERIFIED);
  }

  private static Future<Void> require(boolean found) {
    return found ? Future.succeededFuture() : Future.failedFuture(ApiException.notFound());
  }

  private OffsetDateTime now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
  }
}
