package dev.belfry.statuspages.page;

import dev.belfry.api.http.CursorPage;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Creates, reads, replaces and deletes status pages. */
final class StatusPages {
  private final Database database;
  private final StatusPageStore store;
  private final WholePageStore whole;
  private final CardStore cards = new CardStore();
  private final Ids ids;
  private final InstantSource clock;

  StatusPages(Database database, Ids ids, InstantSource clock) {
    this.database = database;
    this.store = new StatusPageStore(database);
    this.whole = new WholePageStore(database);
    this.ids = ids;
    this.clock = clock;
  }

  /** Creates a page; fails with 404 when the account lacks a service, 409 when the url is taken. */
  Future<StatusPageRow> create(UUID account, StatusPageDraft draft) {
    UUID id = ids.next();
    OffsetDateTime now = now();
    List<PageCard> made = draft.cards().stream().map(card -> card.withId(ids.next())).toList();
    return BulkStatement.orElse(
        whole.create(account, id, draft.settings(), made, now),
        () -> createInSteps(account, id, draft.settings(), made, now));
  }

  private Future<StatusPageRow> createInSteps(
      UUID account, UUID id, StatusPageSettings settings, List<PageCard> made, OffsetDateTime now) {
    return database.transaction(
        connection ->
            store
                .insert(connection, account, Map.of(id, StatusPageCodec.stored(settings)), now)
                .compose(inserted -> cards.replace(connection, account, Map.of(id, made), now))
                .compose(filled -> store.read(connection, account, id))
                .map(StatusPages::present));
  }

  /** Reads a page; fails with 404 when there is none. */
  Future<StatusPageRow> read(UUID account, UUID id) {
    return store.read(account, id).map(StatusPages::present);
  }

  /** One cursor page of the account's status pages, oldest first, from an id or the beginning. */
  Future<CursorPage<StatusPageRow>> list(UUID account, @Nullable UUID from, long limit) {
    return store
        .list(account, from, CursorPage.rows(limit))
        .map(rows -> CursorPage.of(rows, limit, StatusPageRow::id));
  }

  /** Replaces a page; fails with 400 when a card has an id that is not one of the page's cards. */
  Future<StatusPageRow> replace(UUID account, UUID id, StatusPageDraft draft) {
    OffsetDateTime now = now();
    Set<UUID> known =
        draft.cards().stream()
            .flatMap(card -> Stream.ofNullable(card.id().value()))
            .map(UUID::fromString)
            .collect(Collectors.toSet());
    return BulkStatement.orElse(
        whole.replace(account, id, draft.settings(), identified(draft.cards(), known), known, now),
        () -> replaceInSteps(account, id, draft, now));
  }

  private Future<StatusPageRow> replaceInSteps(
      UUID account, UUID id, StatusPageDraft draft, OffsetDateTime now) {
    return database.transaction(
        connection ->
            cards
                .holdServices(connection, account, draft.cards())
                .compose(
                    held ->
                        store.replace(
                            connection,
                            account,
                            Map.of(id, StatusPageCodec.stored(draft.settings())),
                            now))
                .compose(replaced -> require(replaced > 0))
                .compose(locked -> cards(connection, account, id, draft))
                .compose(wanted -> cards.replace(connection, account, Map.of(id, wanted), now))
                .compose(filled -> store.read(connection, account, id))
                .map(StatusPages::present));
  }

  private Future<List<PageCard>> cards(
      SqlConnection connection, UUID account, UUID page, StatusPageDraft draft) {
    return cards
        .known(connection, account, List.of(page))
        .map(
            known ->
                identified(
                    draft.cards(),
                    known.getOrDefault(page, List.of()).stream()
                        .map(PageCard::id)
                        .collect(Collectors.toSet())));
  }

  private List<PageCard> identified(List<CardDraft> drafts, Set<UUID> known) {
    List<PageCard> identified = new ArrayList<>();
    List<Violation> violations = new ArrayList<>();
    for (int i = 0; i < drafts.size(); i++) {
      CardDraft card = drafts.get(i);
      String sent = card.id().value();
      UUID id = sent == null ? ids.next() : UUID.fromString(sent);
      if (sent != null && !known.contains(id)) {
        violations.add(StatusPageRules.unknownCard(i));
      }
      identified.add(card.withId(id));
    }
    if (!violations.isEmpty()) {
      throw ApiException.invalid(violations);
    }
    return identified;
  }

  /** Deletes a page with its cards and subscribers; fails with 404 when there is none. */
  Future<Void> delete(UUID account, UUID id) {
    return store.delete(account, id).compose(StatusPages::require);
  }

  private static Future<Void> require(boolean found) {
    return found ? Future.succeededFuture() : Future.failedFuture(ApiException.notFound());
  }

  private static StatusPageRow present(Optional<StatusPageRow> found) {
    return found.orElseThrow(ApiException::notFound);
  }

  private OffsetDateTime now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
  }
}
