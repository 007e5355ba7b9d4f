package dev.belfry.statuspage;

import dev.belfry.error.ApiException;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

/** The SQL of a page's cards and of the services on them. Who changes them has the page locked. */
final class CardStore {
  /** The cards of a page {@code p} as an answer shows them. */
  static final String AS_JSON =
      """
      SELECT json_agg(json_build_object('id', c.id, 'name', c.name,
          'services', coalesce((
            SELECT json_agg(json_build_object('id', s.id, 'name', s.name, 'accountId', s.account_id,
                'created_at', %s, 'updated_at', %s) ORDER BY shown.position)
            FROM status_page_services shown JOIN services s ON s.id = shown.service_id
            WHERE shown.card_id = c.id), '[]'),
          'created_at', %s) ORDER BY c.position)
      FROM status_page_cards c WHERE c.page_id = p.id"""
          .formatted(time("s.created_at"), time("s.updated_at"), time("c.created_at"));

  private static final String IDS = "SELECT id FROM status_page_cards WHERE page_id = $1";

  private static final String REMOVE_OTHERS =
      "DELETE FROM status_page_cards WHERE page_id = $1 AND id <> ALL ($2::uuid[])";

  private static final String PUT =
      """
      INSERT INTO status_page_cards (account_id, page_id, created_at, id, name, position)
      SELECT $1, $2, $3, * FROM unnest($4::uuid[], $5::text[]) WITH ORDINALITY
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, position = excluded.position""";

  private static final String CLEAR = "DELETE FROM status_page_services WHERE page_id = $1";

  private static final String FILL =
      """
      INSERT INTO status_page_services (account_id, page_id, card_id, service_id, position)
      SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[], $5::integer[])""";

  /** A time as answers show it (RFC 3339 with milliseconds in UTC). */
  static String time(String column) {
    return "to_char(%s AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')".formatted(column);
  }

  /** The ids of a page's cards. */
  Future<Set<UUID>> ids(SqlConnection connection, UUID page) {
    return connection
        .preparedQuery(IDS)
        .execute(Tuple.of(page))
        .map(
            rows -> {
              Set<UUID> ids = new HashSet<>();
              rows.forEach(row -> ids.add(row.getUUID(0)));
              return ids;
            });
  }

  /**
   * Makes the cards of a page those of a list, each with an id that is the page's or new; 404 when
   * the account lacks one of their services.
   */
  Future<Void> replace(
      SqlConnection connection,
      UUID account,
      UUID page,
      List<CardDraft> cards,
      OffsetDateTime now) {
    UUID[] ids = cards.stream().map(CardDraft::id).toArray(UUID[]::new);
    String[] names = cards.stream().map(CardDraft::name).toArray(String[]::new);
    return connection
        .preparedQuery(REMOVE_OTHERS)
        .execute(Tuple.of(page).addValue(ids))
        .compose(
            removed ->
                connection
                    .preparedQuery(PUT)
                    .execute(Tuple.of(account, page, now).addValue(ids).addValue(names)))
        .compose(put -> connection.preparedQuery(CLEAR).execute(Tuple.of(page)))
        .compose(cleared -> fill(connection, account, page, cards));
  }

  private static Future<Void> fill(
      SqlConnection connection, UUID account, UUID page, List<CardDraft> cards) {
    List<UUID> onCards = new ArrayList<>();
    List<UUID> services = new ArrayList<>();
    for (CardDraft card : cards) {
      card.services().forEach(service -> onCards.add(card.id()));
      services.addAll(card.services());
    }
    if (services.isEmpty()) {
      return Future.succeededFuture();
    }
    return connection
        .preparedQuery(FILL)
        .execute(
            Tuple.of(account, page)
                .addValue(onCards.toArray(UUID[]::new))
                .addValue(services.toArray(UUID[]::new))
                .addValue(IntStream.range(0, services.size()).boxed().toArray(Integer[]::new)))
        .<Void>mapEmpty()
        .recover(CardStore::missingService);
  }

  private static Future<Void> missingService(Throwable failure) {
    boolean missing =
        failure instanceof PgException refused
            && "status_page_services_service".equals(refused.getConstraint());
    return Future.failedFuture(missing ? ApiException.notFound() : failure);
  }
}
