package dev.belfry.statuspages.page;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The SQL of a page's cards and of the services on them. Callers lock the page before a change. */
final class CardStore {
  private static final String HOLD_SERVICES =
      """
      SELECT FROM services WHERE account_id = $1 AND id = ANY ($2::uuid[])
      ORDER BY id FOR KEY SHARE""";

  private static final String KNOWN =
      """
      SELECT c.page_id, c.id, c.name, coalesce((
          SELECT array_agg(shown.service_id ORDER BY shown.position)
          FROM status_page_services shown WHERE shown.card_id = c.id), '{}')
      FROM status_page_cards c
      WHERE c.account_id = $1 AND c.page_id = ANY ($2::uuid[]) ORDER BY c.page_id, c.position""";

  private static final String REMOVE_OTHERS =
      """
      DELETE FROM status_page_cards
      WHERE account_id = $1 AND page_id = ANY ($2::uuid[]) AND id <> ALL ($3::uuid[])""";

  private static final String PUT =
      """
      INSERT INTO status_page_cards (account_id, created_at, page_id, id, name, position)
      SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[], $5::text[]) WITH ORDINALITY
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, position = excluded.position""";

  private static final String CLEAR =
      "DELETE FROM status_page_services WHERE account_id = $1 AND page_id = ANY ($2::uuid[])";

  private static final String FILL =
      """
      INSERT INTO status_page_services (account_id, page_id, card_id, service_id, position)
      SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) WITH ORDINALITY""";

  /**
   * The SQL of the cards of a page {@code p} as a response shows them.
   *
   * @param cards where they are, with the columns of {@code status_page_cards}
   * @param places where their services are, with the columns of {@code status_page_services}
   */
  static String json(String cards, String places) {
    return """
        SELECT json_agg(json_build_object('id', c.id, 'name', c.name,
            'services', coalesce((
              SELECT json_agg(json_build_object('id', s.id, 'name', s.name,
                  'accountId', s.account_id, 'created_at', %s, 'updated_at', %s)
                ORDER BY shown.position)
              FROM %s shown JOIN services s ON s.id = shown.service_id
              WHERE shown.card_id = c.id), '[]'),
            'created_at', %s) ORDER BY c.position)
        FROM %s c WHERE c.page_id = p.id"""
        .formatted(time("s.created_at"), time("s.updated_at"), places, time("c.created_at"), cards);
  }

  /** A time as responses show it (RFC 3339 with milliseconds in UTC). */
  static String time(String column) {
    return "to_char(%s AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')".formatted(column);
  }

  /**
   * Keeps the services of a page until the transaction ends. Who deletes a service locks it before
   * the pages that show it, so a change of a page has to begin with this.
   */
  Future<Void> holdServices(SqlConnection connection, UUID account, List<CardDraft> cards) {
    UUID[] services =
        cards.stream()
            .flatMap(card -> card.services().ids().stream())
            .distinct()
            .toArray(UUID[]::new);
    return connection
        .preparedQuery(HOLD_SERVICES)
        .execute(Tuple.of(account).addValue(services))
        .mapEmpty();
  }

  /** The cards of pages with their services, from top to bottom, by page. */
  Future<Map<UUID, List<PageCard>>> known(
      SqlConnection connection, UUID account, Collection<UUID> pages) {
    return connection
        .preparedQuery(KNOWN)
        .execute(Tuple.of(account).addValue(pages.toArray(UUID[]::new)))
        .map(
            rows -> {
              Map<UUID, List<PageCard>> known = new HashMap<>();
              rows.forEach(
                  row ->
                      known
                          .computeIfAbsent(row.getUUID(0), page -> new ArrayList<>())
                          .add(
                              new PageCard(
                                  row.getUUID(1),
                                  row.getString(2),
                                  List.of(row.getArrayOfUUIDs(3)))));
              return known;
            });
  }

  /**
   * Replaces the cards of pages; fails with 404 when the account lacks one of their services.
   *
   * @param cards by page; each id is new or that of a card of the page
   */
  Future<Void> replace(
      SqlConnection connection, UUID account, Map<UUID, List<PageCard>> cards, OffsetDateTime now) {
    UUID[] pages = cards.keySet().toArray(UUID[]::new);
    List<UUID> owners = new ArrayList<>();
    List<PageCard> all = new ArrayList<>();
    cards.forEach(
        (page, list) -> {
          all.addAll(list);
          owners.addAll(Collections.nCopies(list.size(), page));
        });
    UUID[] ids = all.stream().map(PageCard::id).toArray(UUID[]::new);
    String[] names = all.stream().map(PageCard::name).toArray(String[]::new);
    return connection
        .preparedQuery(REMOVE_OTHERS)
        .execute(Tuple.of(account).addValue(pages).addValue(ids))
        .compose(
            removed ->
                connection
                    .preparedQuery(PUT)
                    .execute(
                        Tuple.of(account, now)
                            .addValue(owners.toArray(UUID[]::new))
                            .addValue(ids)
                            .addValue(names)))
        .compose(put -> connection.preparedQuery(CLEAR).execute(Tuple.of(account).addValue(pages)))
        .compose(cleared -> fill(connection, account, owners, all));
  }

  private static Future<Void> fill(
      SqlConnection connection, UUID account, List<UUID> owners, List<PageCard> cards) {
    List<UUID> pages = new ArrayList<>();
    List<UUID> onCards = new ArrayList<>();
    List<UUID> services = new ArrayList<>();
    for (int i = 0; i < cards.size(); i++) {
      PageCard card = cards.get(i);
      pages.addAll(Collections.nCopies(card.services().size(), owners.get(i)));
      onCards.addAll(Collections.nCopies(card.services().size(), card.id()));
      services.addAll(card.services());
    }
    if (services.isEmpty()) {
      return Future.succeededFuture();
    }
    return connection
        .preparedQuery(FILL)
        .execute(
            Tuple.of(account)
                .addValue(pages.toArray(UUID[]::new))
                .addValue(onCards.toArray(UUID[]::new))
                .addValue(services.toArray(UUID[]::new)))
        .<Void>mapEmpty()
        .recover(StatusPageStore::refused);
  }
}
