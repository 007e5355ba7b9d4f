package dev.belfry.statuspages.page;

import static dev.belfry.platform.db.BulkStatement.Column.GUID;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;
import static dev.belfry.platform.db.BulkStatement.Column.TIME;

import dev.belfry.api.auth.OpaqueKey;
import dev.belfry.platform.db.BulkDeletion;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import java.util.HexFormat;
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

  /** Leaves out a page that has as many keys as it may have. */
  private static final String CREATE =
      """
      WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $8, true)),
      asked AS MATERIALIZED (
        SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[],
            $7::timestamptz[]) WITH ORDINALITY
          AS a (account_id, page_id, id, name, hash, masked, at, number)),
      held AS MATERIALIZED (
        SELECT p.id, p.account_id FROM status_pages p WHERE p.id = ANY ($2) ORDER BY p.id
        FOR NO KEY UPDATE SKIP LOCKED),
      free AS MATERIALIZED (SELECT h.* FROM held h WHERE keys_of_page(h.id) < {most}),
      made AS (
        INSERT INTO status_page_keys
            (account_id, page_id, id, name, key_hash, masked_key, created_at)
          SELECT a.account_id, a.page_id, a.id, a.name, decode(a.hash, 'hex'), a.masked, a.at
            FROM asked a JOIN free f ON f.id = a.page_id AND f.account_id = a.account_id
              CROSS JOIN acting
          RETURNING id)
      SELECT a.number FROM made m JOIN asked a ON a.id = m.id"""
          .replace("{most}", Integer.toString(MOST));

  private final Database database;
  private final BulkStatement create;
  private final BulkDeletion delete;

  PageKeyStore(Database database) {
    this.database = database;
    this.create = database.bulkWrite(CREATE, GUID, GUID, TEXT, TEXT, TEXT, TIME);
    this.delete = BulkDeletion.ofParts(database, "status_page_keys", GUID, "page_id");
  }

  /** The outcome of adding a key. */
  enum Outcome {
    DONE,
    NO_PAGE,
    TOO_MANY
  }

  /** Adds a key to a page unless it has as many as it may have. */
  Future<Outcome> insert(UUID account, UUID page, String name, OpaqueKey key) {
    return create
        .execute(
            account,
            page,
            key.id(),
            name,
            HexFormat.of().formatHex(key.hash()),
            key.masked(),
            key.createdAt())
        .compose(
            made ->
                made.isPresent()
                    ? Future.succeededFuture(Outcome.DONE)
                    : insertWithLock(account, page, name, key));
  }

  private Future<Outcome> insertWithLock(UUID account, UUID page, String name, OpaqueKey key) {
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

  /** Deletes a key; false when the page has no such key. */
  Future<Boolean> delete(UUID account, UUID page, UUID key) {
    return delete.execute(account, key, page);
  }
}
