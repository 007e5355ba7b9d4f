package dev.belfry.statuspages.page;

import dev.belfry.api.auth.OpaqueKey;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;

/** The SQL of keys that open private pages. */
final class PageKeyStore {
  /** Keys that a page may have. */
  static final int MOST = 100;

  /** The keys of a page {@code p} as a response shows them. */
  static final String AS_JSON =
      """
      SELECT json_agg(json_build_object('id', k.id, 'name', k.name, 'maskedKey', k.masked_key,
          'created_at', %s) ORDER BY k.id)
      FROM status_page_keys k WHERE k.page_id = p.id"""
          .formatted(CardStore.time("k.created_at"));

  /** Serializes insertions, so that two of them cannot both take the last free place. */
  private static final String LOCK =
      "SELECT FROM status_pages WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE";

  private static final String INSERT =
      """
      INSERT INTO status_page_keys
        (account_id, page_id, id, name, key_hash, masked_key, created_at)
      SELECT $1, $2, $3, $4, $5, $6, $7
      WHERE (SELECT count(*) FROM status_page_keys WHERE page_id = $2) < $8""";

  private static final String DELETE =
      "DELETE FROM status_page_keys WHERE account_id = $1 AND page_id = $2 AND id = $3";

  private final Database database;

  PageKeyStore(Database database) {
    this.database = database;
  }

  /** The outcome of adding a key. */
  enum Outcome {
    DONE,
    NO_PAGE,
    TOO_MANY
  }

  Future<Outcome> insert(UUID account, UUID page, String name, OpaqueKey key) {
    return database.transaction(
        connection ->
            connection
                .preparedQuery(LOCK)
                .execute(Tuple.of(account, page))
                .compose(
                    found ->
                        found.size() == 0
                            ? Future.succeededFuture(Outcome.NO_PAGE)
                            : connection
                                .preparedQuery(INSERT)
                                .execute(
                                    Tuple.of(account, page, key.id(), name)
                                        .addBuffer(Buffer.buffer(key.hash()))
                                        .addString(key.masked())
                                        .addOffsetDateTime(key.createdAt())
                                        .addInteger(MOST))
                                .map(
                                    made ->
                                        made.rowCount() > 0 ? Outcome.DONE : Outcome.TOO_MANY)));
  }

  Future<Boolean> delete(UUID account, UUID page, UUID key) {
    return database.change(DELETE, Tuple.of(account, page, key)).map(rows -> rows.rowCount() > 0);
  }
}
