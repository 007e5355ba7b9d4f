package dev.belfry.monitoring.location;

import dev.belfry.api.auth.OpaqueKey;
import dev.belfry.api.contract.Field;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The private locations' SQL. */
final class PrivateLocationStore {
  private static final String SELECT =
      PrivateLocationRow.select("p.account_id", "private_locations p") + " WHERE p.account_id = $1";

  private static final String LIST = SELECT + " ORDER BY p.id";

  private static final String INSERT =
      """
      INSERT INTO private_locations
        (account_id, created_at, id, name, slug_name, icon, proxy_url)
      SELECT $1, $2, * FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[])""";

  /** The slug stays: it names the location for ever. */
  private static final String REPLACE =
      """
      UPDATE private_locations p SET name = wanted.name, icon = wanted.icon,
        proxy_url = wanted.proxy_url, updated_at = $2
      FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[])
        AS wanted (id, name, slug_name, icon, proxy_url)
      WHERE p.account_id = $1 AND p.id = wanted.id AND p.slug_name = wanted.slug_name""";

  private static final String SETTINGS =
      """
      SELECT id, name, slug_name, icon, proxy_url FROM private_locations
      WHERE account_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id""";

  private static final String HOLD = SETTINGS + " FOR NO KEY UPDATE";

  private static final String HOLDERS =
      """
      SELECT slug_name, id FROM private_locations
      WHERE account_id = $1 AND slug_name = ANY ($2::text[])""";

  /** A member that is absent keeps its value; a slug that is another leaves the row alone. */
  private static final String UPDATE =
      """
      WITH changed AS (
        UPDATE private_locations SET
          name = coalesce($3, name),
          icon = CASE WHEN $4 THEN $5 ELSE icon END,
          proxy_url = CASE WHEN $6 THEN $7 ELSE proxy_url END,
          updated_at = $9
        WHERE account_id = $1 AND id = $2 AND ($8::text IS NULL OR slug_name = $8)
        RETURNING *)
      """
          + PrivateLocationRow.select("p.account_id", "changed p");

  private static final String LOCK =
      """
      SELECT slug_name FROM private_locations WHERE account_id = $1 AND id = ANY ($2::uuid[])
      ORDER BY id FOR UPDATE""";

  private static final String USED =
      """
      WITH naming AS (
        SELECT settings -> 'privateLocations' AS slugs FROM checks
        WHERE account_id = $1 AND id <> ALL ($3::uuid[])
          AND settings -> 'privateLocations' ?| $2::text[]
        UNION ALL
        SELECT settings -> 'privateLocations' FROM check_groups
        WHERE account_id = $1 AND id <> ALL ($4::bigint[])
          AND settings -> 'privateLocations' ?| $2::text[])
      SELECT DISTINCT slug FROM naming, jsonb_array_elements_text(slugs) AS slug
      WHERE slug = ANY ($2::text[])""";

  private static final String DELETE =
      "DELETE FROM private_locations WHERE account_id = $1 AND id = ANY ($2::uuid[])";

  /** The lock waits for a deletion of the location, after which there is nothing to insert for. */
  private static final String INSERT_KEY =
      """
      INSERT INTO private_location_keys (id, location_id, key_hash, masked_key, created_at)
      SELECT $3, id, $4, $5, $6 FROM private_locations WHERE account_id = $1 AND id = $2
      FOR KEY SHARE""";

  private static final String DELETE_KEY =
      """
      DELETE FROM private_location_keys k USING private_locations p
      WHERE p.account_id = $1 AND p.id = $2 AND k.location_id = p.id AND k.id = $3""";

  private final Database database;

  PrivateLocationStore(Database database) {
    this.database = database;
  }

  /** The slug that a location must have for a change, null for any. */
  static @Nullable String slug(LocationDraft draft) {
    String slug = draft.slugName().value();
    return slug == null || slug.isEmpty() ? null : slug;
  }

  Future<List<PrivateLocationRow>> list(UUID account) {
    return database
        .query(LIST, Tuple.of(account))
        .map(rows -> Rows.list(rows, PrivateLocationRow::of));
  }

  /**
   * Makes locations without keys; fails with a 409 when the account has one with the slug of one.
   *
   * @param drafts by id, their proxies' addresses as they are to be stored
   */
  Future<Void> insert(
      SqlConnection connection, UUID account, Map<UUID, LocationDraft> drafts, OffsetDateTime now) {
    return connection
        .preparedQuery(INSERT)
        .execute(tuple(account, drafts, now))
        .<Void>mapEmpty()
        .recover(PrivateLocationStore::slugTaken);
  }

  /** Gives locations another name, icon and proxy; one with another slug stays as it is. */
  Future<Void> replace(
      SqlConnection connection, UUID account, Map<UUID, LocationDraft> drafts, OffsetDateTime now) {
    return connection.preparedQuery(REPLACE).execute(tuple(account, drafts, now)).mapEmpty();
  }

  private static Tuple tuple(UUID account, Map<UUID, LocationDraft> drafts, OffsetDateTime now) {
    return Tuple.tuple()
        .addUUID(account)
        .addOffsetDateTime(now)
        .addArrayOfUUID(drafts.keySet().toArray(UUID[]::new))
        .addArrayOfString(texts(drafts, LocationDraft::name))
        .addArrayOfString(texts(drafts, LocationDraft::slugName))
        .addArrayOfString(texts(drafts, LocationDraft::icon))
        .addArrayOfString(texts(drafts, LocationDraft::proxyUrl));
  }

  private static @Nullable String[] texts(
      Map<UUID, LocationDraft> drafts, Function<LocationDraft, Field<String>> member) {
    return drafts.values().stream()
        .map(draft -> member.apply(draft).value())
        .toArray(String[]::new);
  }

  /** What can be set of those of the locations that the account has, by id, as it is stored. */
  Future<Map<UUID, LocationDraft>> settings(
      SqlConnection connection, UUID account, UUID[] ids, boolean lock) {
    return connection
        .preparedQuery(lock ? HOLD : SETTINGS)
        .execute(Tuple.of(account).addValue(ids))
        .map(
            rows -> {
              Map<UUID, LocationDraft> settings = new LinkedHashMap<>();
              for (Row row : rows) {
                settings.put(
                    row.getUUID(0),
                    new LocationDraft(
                        Field.of(row.getString(1)),
                        Field.of(row.getString(2)),
                        Field.of(row.getString(3)),
                        Field.of(row.getString(4))));
              }
              return settings;
            });
  }

  /** Which locations of the account have these slugs, by slug. */
  Future<Map<String, UUID>> holders(
      SqlConnection connection, UUID account, Collection<String> slugs) {
    return connection
        .preparedQuery(HOLDERS)
        .execute(Tuple.of(account).addValue(slugs.toArray(String[]::new)))
        .map(
            rows -> {
              Map<String, UUID> holders = new HashMap<>();
              rows.forEach(row -> holders.put(row.getString(0), row.getUUID(1)));
              return holders;
            });
  }

  /** The location as it leaves it; empty without the location, or when its slug is another. */
  Future<Optional<PrivateLocationRow>> update(
      UUID account, UUID id, LocationDraft draft, OffsetDateTime now) {
    return database
        .change(
            UPDATE,
            Tuple.tuple()
                .addUUID(account)
                .addUUID(id)
                .addString(draft.name().value())
                .addBoolean(draft.icon().isPresent())
                .addString(draft.icon().value())
                .addBoolean(draft.proxyUrl().isPresent())
                .addString(draft.proxyUrl().value())
                .addString(slug(draft))
                .addOffsetDateTime(now))
        .map(rows -> Rows.first(rows, PrivateLocationRow::of));
  }

  /** Which of the slugs checks or groups name, those with these ids left aside. */
  Future<Set<String>> used(
      SqlConnection connection,
      UUID account,
      Collection<String> slugs,
      UUID[] butChecks,
      Long[] butGroups) {
    return connection
        .preparedQuery(USED)
        .execute(
            Tuple.of(account)
                .addArrayOfString(slugs.toArray(String[]::new))
                .addArrayOfUUID(butChecks)
                .addArrayOfLong(butGroups))
        .map(rows -> Set.copyOf(Rows.list(rows, row -> row.getString(0))));
  }

  /**
   * Deletes those of the locations that the account has, with their keys; answers how many these
   * are. A 409 while a check or group names one; none newly can until the transaction ends.
   */
  Future<Integer> delete(SqlConnection connection, UUID account, UUID[] ids) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(account).addValue(ids))
        .map(rows -> Rows.list(rows, row -> row.getString(0)))
        .compose(slugs -> used(connection, account, slugs, new UUID[0], new Long[0]))
        .compose(PrivateLocationStore::requireNone)
        .compose(
            unused -> connection.preparedQuery(DELETE).execute(Tuple.of(account).addValue(ids)))
        .map(RowSet::rowCount);
  }

  private static Future<Void> requireNone(Set<String> used) {
    return used.isEmpty()
        ? Future.succeededFuture()
        : Future.failedFuture(
            new ApiException(
                ApiError.CONFLICT,
                "Checks or groups still name the private location: remove it from them first"));
  }

  private static <T> Future<T> slugTaken(Throwable failure) {
    boolean taken =
        failure instanceof PgException refused
            && "private_locations_slug".equals(refused.getConstraint());
    return Future.failedFuture(
        taken
            ? new ApiException(
                ApiError.CONFLICT, "There is a private location with this slugName already")
            : failure);
  }

  /** False when the account has no such location. */
  Future<Boolean> insertKey(SqlConnection connection, UUID account, UUID id, OpaqueKey key) {
    return connection
        .preparedQuery(INSERT_KEY)
        .execute(
            Tuple.of(
                account, id, key.id(), Buffer.buffer(key.hash()), key.masked(), key.createdAt()))
        .map(rows -> rows.rowCount() > 0);
  }

  Future<Boolean> deleteKey(UUID account, UUID id, UUID key) {
    return database.change(DELETE_KEY, Tuple.of(account, id, key)).map(rows -> rows.rowCount() > 0);
  }
}
