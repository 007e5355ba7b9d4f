package dev.belfry.monitoring.location;

import static dev.belfry.platform.db.BulkStatement.Column.FLAG;
import static dev.belfry.platform.db.BulkStatement.Column.GUID;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;
import static dev.belfry.platform.db.BulkStatement.Column.TIME;

import dev.belfry.api.auth.OpaqueKey;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/**
 * The usual reads and writes of private locations, those of many requests in one statement. Futures
 * fail with a 503 when the database is away or too slow.
 */
final class BulkLocationStore {
  private static final String READ =
      PrivateLocationRow.select(
          "asked.number",
          """
          unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS asked (account_id, id, number)
            JOIN private_locations p ON p.id = asked.id AND p.account_id = asked.account_id""");

  /** The first key has the actor of its location. */
  private static final String CREATE =
      """
      WITH asked AS MATERIALIZED (
        SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[],
            $7::timestamptz[], $8::uuid[], $9::text[], $10::text[]) WITH ORDINALITY
          AS a (account_id, id, name, slug_name, icon, proxy_url, at, key_id, hash, masked, number)),
      acting AS MATERIALIZED (
        SELECT set_config('belfry.acting', ($11::text::jsonb || (
            SELECT jsonb_object_agg(a.key_id, $11::text::jsonb -> a.id::text) FROM asked a))::text,
          true)),
      made AS (
        INSERT INTO private_locations (account_id, created_at, id, name, slug_name, icon, proxy_url)
        SELECT a.account_id, a.at, a.id, a.name, a.slug_name, a.icon, a.proxy_url
        FROM asked a CROSS JOIN acting ORDER BY a.account_id, a.slug_name
        ON CONFLICT DO NOTHING RETURNING id),
      keyed AS (
        INSERT INTO private_location_keys (id, location_id, key_hash, masked_key, created_at)
        SELECT a.key_id, m.id, decode(a.hash, 'hex'), a.masked, a.at
        FROM made m JOIN asked a ON a.id = m.id
        RETURNING location_id)
      SELECT a.number FROM keyed k JOIN asked a ON a.id = k.location_id""";

  private static final String UPDATE =
      """
      WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $10, true)),
      asked AS MATERIALIZED (
        SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::boolean[], $5::text[],
            $6::boolean[], $7::text[], $8::text[], $9::timestamptz[]) WITH ORDINALITY
          AS a (account_id, id, name, has_icon, icon, has_proxy, proxy_url, slug_name, at, number)),
      held AS MATERIALIZED (
        SELECT p.id FROM private_locations p WHERE p.id = ANY ($2) ORDER BY p.id
        FOR NO KEY UPDATE SKIP LOCKED),
      changed AS (
        UPDATE private_locations p SET
          name = coalesce(a.name, p.name),
          icon = CASE WHEN a.has_icon THEN a.icon ELSE p.icon END,
          proxy_url = CASE WHEN a.has_proxy THEN a.proxy_url ELSE p.proxy_url END,
          updated_at = a.at
        FROM asked a JOIN held h ON h.id = a.id
          CROSS JOIN acting
        WHERE p.id = a.id AND p.account_id = a.account_id
          AND (a.slug_name IS NULL OR p.slug_name = a.slug_name)
        RETURNING p.*, a.number)
      """
          + PrivateLocationRow.select("p.number", "changed p");

  private static final String CREATE_KEY =
      """
      WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $7, true)),
      asked AS MATERIALIZED (
        SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[],
            $6::timestamptz[])
          WITH ORDINALITY AS a (account_id, id, location_id, hash, masked, at, number)),
      held AS MATERIALIZED (
        SELECT p.account_id, p.id FROM private_locations p WHERE p.id = ANY ($3) ORDER BY p.id
        FOR KEY SHARE SKIP LOCKED),
      made AS (
        INSERT INTO private_location_keys (id, location_id, key_hash, masked_key, created_at)
        SELECT a.id, a.location_id, decode(a.hash, 'hex'), a.masked, a.at
        FROM asked a JOIN held h ON h.id = a.location_id AND h.account_id = a.account_id
          CROSS JOIN acting
        RETURNING id)
      SELECT a.number FROM made m JOIN asked a ON a.id = m.id""";

  /** Looks keys up by their id alone: a location may have many. */
  private static final String DELETE_KEY =
      """
      WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $4, true)),
      held AS MATERIALIZED (
        SELECT k.id, a.number
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[])
            WITH ORDINALITY AS a (account_id, id, location_id, number)
          JOIN private_location_keys k
            ON k.id = a.id AND k.location_id IS NOT DISTINCT FROM a.location_id
          JOIN private_locations p
            ON p.id = a.location_id AND p.account_id IS NOT DISTINCT FROM a.account_id
        ORDER BY k.id FOR UPDATE OF k SKIP LOCKED)
      DELETE FROM private_location_keys k USING held h CROSS JOIN acting WHERE k.id = h.id
      RETURNING h.number""";

  private static final String DELETE =
      "SELECT d FROM delete_private_locations($1::uuid[], $2::uuid[], $3) AS d";

  private final BulkStatement read;
  private final BulkStatement create;
  private final BulkStatement update;
  private final BulkStatement delete;
  private final BulkStatement createKey;
  private final BulkStatement deleteKey;

  BulkLocationStore(Database database) {
    read = database.bulkRead(READ, GUID);
    create = database.bulkWrite(CREATE, GUID, TEXT, TEXT, TEXT, TEXT, TIME, GUID, TEXT, TEXT);
    update = database.bulkWrite(UPDATE, GUID, TEXT, FLAG, TEXT, FLAG, TEXT, TEXT, TIME);
    delete = database.bulkWrite(DELETE, GUID);
    createKey = database.bulkWrite(CREATE_KEY, GUID, GUID, TEXT, TEXT, TIME);
    deleteKey = database.bulkWrite(DELETE_KEY, GUID, GUID);
  }

  Future<Optional<PrivateLocationRow>> read(UUID account, UUID id) {
    return read.execute(account, id).map(found -> found.map(PrivateLocationRow::of));
  }

  /**
   * Makes a location with its first key; empty, and nothing made, when its slug is taken.
   *
   * @param draft its proxy's address as it is to be stored
   */
  Future<Optional<Boolean>> create(
      UUID account, UUID id, LocationDraft draft, OpaqueKey key, OffsetDateTime now) {
    return done(
        create.execute(
            account,
            id,
            draft.name().value(),
            draft.slugName().value(),
            draft.icon().value(),
            draft.proxyUrl().value(),
            now,
            key.id(),
            HexFormat.of().formatHex(key.hash()),
            key.masked()));
  }

  /**
   * The location as the update leaves it; empty, and nothing changed, without the location, with
   * another slug, or with a lock on it.
   */
  Future<Optional<PrivateLocationRow>> update(
      UUID account, UUID id, LocationDraft draft, OffsetDateTime now) {
    return update
        .execute(
            account,
            id,
            draft.name().value(),
            draft.icon().isPresent(),
            draft.icon().value(),
            draft.proxyUrl().isPresent(),
            draft.proxyUrl().value(),
            PrivateLocationStore.slug(draft),
            now)
        .map(found -> found.map(PrivateLocationRow::of));
  }

  /**
   * Deletes a location with its keys. Empty, and nothing deleted, without the location, with a lock
   * on it, when a check or group names it, or when the account has many of them to read.
   */
  Future<Optional<Boolean>> delete(UUID account, UUID id) {
    return done(delete.execute(account, id));
  }

  /** Empty, and nothing made, without the location or with a lock on it. */
  Future<Optional<Boolean>> createKey(UUID account, UUID id, OpaqueKey key) {
    return done(
        createKey.execute(
            account,
            key.id(),
            id,
            HexFormat.of().formatHex(key.hash()),
            key.masked(),
            key.createdAt()));
  }

  /** Empty, and nothing deleted, without the key or with a lock on it. */
  Future<Optional<Boolean>> deleteKey(UUID account, UUID id, UUID key) {
    return done(deleteKey.execute(account, key, id));
  }

  private static Future<Optional<Boolean>> done(Future<? extends Optional<?>> found) {
    return found.map(row -> row.map(any -> true));
  }
}
