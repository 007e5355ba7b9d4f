package dev.belfry.location;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.db.Database;
import dev.belfry.db.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The private locations' SQL. */
final class PrivateLocationStore {
  /** An instance that has not said for five seconds that it lives does not count. */
  private static final String SELECT =
      """
      SELECT p.id, p.name, p.slug_name, p.icon, p.proxy_url,
        coalesce((SELECT json_agg(json_build_object('id', k.id, 'maskedKey', k.masked_key,
            'created_at', to_char(k.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'updated_at', NULL) ORDER BY k.id)
          FROM private_location_keys k WHERE k.location_id = p.id), '[]')::text,
        to_timestamp(covered.last_seen / 1000.0), covered.agents, p.created_at, p.updated_at
      FROM private_locations p CROSS JOIN LATERAL (
        SELECT max(i.seen_at) AS last_seen, count(*) FILTER (
            WHERE i.fenced_at IS NULL AND i.seen_at > epoch_millis() - 5000) AS agents
        FROM instances i WHERE i.locations @> ARRAY[p.slug_name]) AS covered
      WHERE p.account_id = $1""";

  private static final String LIST = SELECT + " ORDER BY p.id";
  private static final String READ = SELECT + " AND p.id = $2";

  private static final String INSERT =
      """
      INSERT INTO private_locations
        (id, account_id, name, slug_name, icon, proxy_url, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)""";

  /** A member that is absent keeps its value; a slug that is another leaves the row alone. */
  private static final String UPDATE =
      """
      UPDATE private_locations SET
        name = coalesce($3, name),
        icon = CASE WHEN $4 THEN $5 ELSE icon END,
        proxy_url = CASE WHEN $6 THEN $7 ELSE proxy_url END,
        updated_at = $9
      WHERE account_id = $1 AND id = $2 AND ($8::text IS NULL OR slug_name = $8)""";

  private static final String LOCK =
      "SELECT slug_name FROM private_locations WHERE account_id = $1 AND id = $2 FOR UPDATE";

  private static final String USED =
      """
      SELECT EXISTS (SELECT FROM checks
          WHERE account_id = $1 AND settings -> 'privateLocations' ? $2)
        OR EXISTS (SELECT FROM check_groups
          WHERE account_id = $1 AND settings -> 'privateLocations' ? $2)""";

  private static final String DELETE =
      "DELETE FROM private_locations WHERE account_id = $1 AND id = $2";

  private static final String INSERT_KEY =
      """
      INSERT INTO private_location_keys (id, location_id, key_hash, masked_key, created_at)
      SELECT $3, id, $4, $5, $6 FROM private_locations WHERE account_id = $1 AND id = $2""";

  private static final String DELETE_KEY =
      """
      DELETE FROM private_location_keys k USING private_locations p
      WHERE p.account_id = $1 AND p.id = $2 AND k.location_id = p.id AND k.id = $3""";

  private final Database database;

  PrivateLocationStore(Database database) {
    this.database = database;
  }

  Future<List<PrivateLocationRow>> list(UUID account) {
    return database
        .query(LIST, Tuple.of(account))
        .map(rows -> Rows.list(rows, PrivateLocationRow::of));
  }

  Future<Optional<PrivateLocationRow>> read(UUID account, UUID id) {
    return database
        .query(READ, Tuple.of(account, id))
        .map(rows -> Rows.first(rows, PrivateLocationRow::of));
  }

  Future<Void> insert(
      SqlConnection connection, UUID account, UUID id, ObjectNode body, OffsetDateTime now) {
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.tuple()
                .addUUID(id)
                .addUUID(account)
                .addString(text(body, "name"))
                .addString(text(body, "slugName"))
                .addString(text(body, "icon"))
                .addString(text(body, "proxyUrl"))
                .addOffsetDateTime(now))
        .mapEmpty();
  }

  /** False when the account has no such location, or its slug is another than the body's. */
  Future<Boolean> update(UUID account, UUID id, ObjectNode body, OffsetDateTime now) {
    String slug = text(body, "slugName");
    return database
        .query(
            UPDATE,
            Tuple.tuple()
                .addUUID(account)
                .addUUID(id)
                .addString(text(body, "name"))
                .addBoolean(body.has("icon"))
                .addString(text(body, "icon"))
                .addBoolean(body.has("proxyUrl"))
                .addString(text(body, "proxyUrl"))
                .addString(slug == null || slug.isEmpty() ? null : slug)
                .addOffsetDateTime(now))
        .map(rows -> rows.rowCount() > 0);
  }

  /** The slug of a location, which no check or group can newly name until the transaction ends. */
  Future<Optional<String>> lock(SqlConnection connection, UUID account, UUID id) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(account, id))
        .map(rows -> Rows.first(rows, row -> row.getString(0)));
  }

  Future<Boolean> isUsed(SqlConnection connection, UUID account, String slug) {
    return connection
        .preparedQuery(USED)
        .execute(Tuple.of(account, slug))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }

  Future<Void> delete(SqlConnection connection, UUID account, UUID id) {
    return connection.preparedQuery(DELETE).execute(Tuple.of(account, id)).mapEmpty();
  }

  /** False when the account has no such location. */
  Future<Boolean> insertKey(SqlConnection connection, UUID account, UUID id, LocationKey key) {
    return connection
        .preparedQuery(INSERT_KEY)
        .execute(
            Tuple.of(
                account, id, key.id(), Buffer.buffer(key.hash()), key.masked(), key.createdAt()))
        .map(rows -> rows.rowCount() > 0);
  }

  Future<Boolean> deleteKey(UUID account, UUID id, UUID key) {
    return database.query(DELETE_KEY, Tuple.of(account, id, key)).map(rows -> rows.rowCount() > 0);
  }

  private static @Nullable String text(ObjectNode body, String name) {
    JsonNode value = body.get(name);
    return value == null ? null : value.textValue();
  }
}
