package dev.belfry.statuspages.page;

import static dev.belfry.platform.db.BulkStatement.Column.GUID;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;
import static dev.belfry.platform.db.BulkStatement.Column.TIME;

import dev.belfry.api.http.JsonText;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Writes status pages with their cards, those of many requests in one statement. */
final class WholePageStore {
  private static final String CREATE = sql("insert-pages.sql");
  private static final String REPLACE = sql("replace-pages.sql");

  private final BulkStatement create;
  private final BulkStatement replace;

  WholePageStore(Database database) {
    this.create = database.bulkWrite(CREATE, GUID, TEXT, TEXT, TIME);
    this.replace = database.bulkWrite(REPLACE, GUID, TEXT, TEXT, TIME);
  }

  /** Answers with the cards that the statement writes, which it does not see in their tables. */
  private static String sql(String name) {
    return SqlResource.read(WholePageStore.class, name)
        .replace("{page}", StatusPageStore.columns("cards", "places"));
  }

  /**
   * Creates a page. Empty, and nothing created, when the account lacks a service or another page
   * has the url or domain, or when something was in the way. Fails as {@link
   * StatusPageStore#refused} says when that came about meanwhile.
   */
  Future<Optional<StatusPageRow>> create(
      UUID account,
      UUID id,
      StatusPageSettings settings,
      List<PageCard> cards,
      OffsetDateTime now) {
    return execute(create, account, id, settings, text(cards, Set.of()), now);
  }

  /**
   * Replaces a page. Empty, and nothing changed, when the account lacks it or a service, when the
   * page lacks a known card, when another page has the url or domain, or when something was in the
   * way. Fails as {@link StatusPageStore#refused} says when that came about meanwhile.
   *
   * @param known those of the cards that the page must have
   */
  Future<Optional<StatusPageRow>> replace(
      UUID account,
      UUID id,
      StatusPageSettings settings,
      List<PageCard> cards,
      Set<UUID> known,
      OffsetDateTime now) {
    return execute(replace, account, id, settings, text(cards, known), now);
  }

  private static Future<Optional<StatusPageRow>> execute(
      BulkStatement statement,
      UUID account,
      UUID id,
      StatusPageSettings settings,
      String cards,
      OffsetDateTime now) {
    return statement
        .execute(account, id, StatusPageCodec.stored(settings).toString(), cards, now)
        .map(found -> found.map(StatusPageRow::of))
        .recover(StatusPageStore::refused);
  }

  private static String text(List<PageCard> cards, Set<UUID> known) {
    return JsonText.array(
        cards.stream()
            .map(
                card ->
                    JsonText.object()
                        .plain("id", card.id().toString())
                        .flag("known", known.contains(card.id()))
                        .string("name", card.name())
                        .raw(
                            "services",
                            JsonText.strings(card.services().stream().map(UUID::toString).toList()))
                        .end())
            .toList());
  }
}
