package dev.belfry.statuspages.page;

import static dev.belfry.platform.db.BulkStatement.Column.GUID;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;
import static dev.belfry.platform.db.BulkStatement.Column.TIME;

import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of status page services. */
final class ServiceStore {
  private static final String COLUMNS = "id, account_id, name, created_at, updated_at";

  private static final String INSERT =
      """
      INSERT INTO services (id, account_id, name, created_at)
      SELECT id, $1, name, $2 FROM unnest($3::uuid[], $4::text[]) AS made (id, name)""";

  private static final String READ =
      "SELECT " + COLUMNS + " FROM services WHERE id = $1 AND account_id = $2";

  private static final String NAMES =
      "SELECT id, name FROM services WHERE account_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id";

  private static final String HOLD_NAMES = NAMES + " FOR NO KEY UPDATE";

  private static final String LIST =
      "SELECT "
          + COLUMNS
          + """
           FROM services
          WHERE account_id = $1
            AND id >= coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
          ORDER BY id LIMIT $3""";

  private static final String RENAME =
      """
      UPDATE services s SET name = wanted.name, updated_at = $2
      FROM unnest($3::uuid[], $4::text[]) AS wanted (id, name)
      WHERE s.id = wanted.id AND s.account_id = $1
      RETURNING s.id, s.account_id, s.name, s.created_at, s.updated_at""";

  /** Blocks new references to the services until the transaction ends. */
  private static final String LOCK =
      """
      SELECT id FROM services WHERE account_id = $1 AND id = ANY ($2::uuid[])
      ORDER BY id FOR UPDATE""";

  /**
   * Of two deletions that an incident is changed by, the second waits here. It must not have taken
   * its service off the incident by then: the first puts all others of the list in place.
   */
  private static final String LOCK_INCIDENTS =
      """
      SELECT FROM incidents i WHERE i.id IN (
        SELECT n.incident_id FROM incident_services n WHERE n.service_id = ANY ($1::uuid[]))
      ORDER BY i.id FOR NO KEY UPDATE""";

  private static final String RELEASE_MONITORS =
      """
      UPDATE checks
      SET settings = jsonb_set(settings, '{triggerIncident}', 'null'), updated_at = $3
      WHERE account_id = $1 AND trigger_service_id = ANY ($2::uuid[])""";

  private static final String DELETE =
      "DELETE FROM services WHERE account_id = $1 AND id = ANY ($2::uuid[])";

  private static final String CREATE =
      """
      WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $5, true)),
      asked AS MATERIALIZED (
        SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY number) AS rank
          FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[])
            WITH ORDINALITY AS a (account_id, id, name, at, number)),
      room AS MATERIALIZED (
        SELECT d.account_id, quota_room(d.account_id, 'services') AS n
          FROM (SELECT DISTINCT a.account_id FROM asked a OFFSET 0) AS d),
      made AS (
        INSERT INTO services (id, account_id, name, created_at)
        SELECT a.id, a.account_id, a.name, a.at
        FROM asked a JOIN room r ON r.account_id = a.account_id AND a.rank <= r.n
          CROSS JOIN acting
        RETURNING services.*)
      SELECT m.id, m.account_id, m.name, m.created_at, m.updated_at, a.number
      FROM made m JOIN asked a ON a.id = m.id""";

  private static final String UPDATE =
      """
      WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $5, true)),
      asked AS MATERIALIZED (
        SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[])
          WITH ORDINALITY AS a (account_id, id, name, at, number)),
      held AS MATERIALIZED (
        SELECT s.id FROM services s WHERE s.id = ANY ($2) ORDER BY s.id
        FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE services s SET name = a.name, updated_at = a.at
      FROM asked a JOIN held h ON h.id = a.id
        CROSS JOIN acting
      WHERE s.id = a.id AND s.account_id = a.account_id
      RETURNING s.id, s.account_id, s.name, s.created_at, s.updated_at, a.number""";

  private static final String REMOVE =
      "SELECT d FROM delete_services($1::uuid[], $2::uuid[], $3::timestamptz[], $4) AS d";

  private final Database database;
  private final BulkStatement create;
  private final BulkStatement update;
  private final BulkStatement remove;

  ServiceStore(Database database) {
    this.database = database;
    this.create = database.bulkWrite(CREATE, GUID, TEXT, TIME);
    this.update = database.bulkWrite(UPDATE, GUID, TEXT, TIME);
    this.remove = database.bulkWrite(REMOVE, GUID, TIME);
  }

  /** Creates a service; empty, and nothing created, when something was in the way. */
  Future<Optional<ServiceRow>> create(UUID account, UUID id, String name, OffsetDateTime now) {
    return create.execute(account, id, name, now).map(found -> found.map(ServiceStore::row));
  }

  /** Renames a service; empty when the account lacks it, or when something was in the way. */
  Future<Optional<ServiceRow>> update(UUID account, UUID id, String name, OffsetDateTime now) {
    return update.execute(account, id, name, now).map(found -> found.map(ServiceStore::row));
  }

  /**
   * Deletes a service and every reference to it. False, and nothing deleted, when the account lacks
   * it, when many monitors, incidents or pages name it, when one of them names another service that
   * is deleted at the same time, or when something was in the way.
   */
  Future<Boolean> remove(UUID account, UUID id, OffsetDateTime now) {
    return remove.execute(account, id, now).map(Optional::isPresent);
  }

  /**
   * Inserts services.
   *
   * @param names by id
   */
  Future<Void> insert(
      SqlConnection connection, UUID account, Map<UUID, String> names, OffsetDateTime now) {
    return connection.preparedQuery(INSERT).execute(tuple(account, names, now)).mapEmpty();
  }

  /** The names of the account's services among these ids, by id. */
  Future<Map<UUID, String>> names(
      SqlConnection connection, UUID account, UUID[] ids, boolean lock) {
    return connection
        .preparedQuery(lock ? HOLD_NAMES : NAMES)
        .execute(Tuple.of(account).addValue(ids))
        .map(
            rows -> {
              Map<UUID, String> names = new LinkedHashMap<>();
              rows.forEach(row -> names.put(row.getUUID(0), row.getString(1)));
              return names;
            });
  }

  Future<Optional<ServiceRow>> read(UUID account, UUID id) {
    return database
        .query(READ, Tuple.of(id, account))
        .map(rows -> Rows.first(rows, ServiceStore::row));
  }

  /** At most {@code most} services, oldest first, from an id or from the beginning. */
  Future<List<ServiceRow>> list(UUID account, @Nullable UUID from, int most) {
    return database
        .read(LIST, Tuple.of(account, from, most))
        .map(rows -> Rows.list(rows, ServiceStore::row));
  }

  /** Renames services; the future has those that the account has. */
  Future<List<ServiceRow>> rename(
      SqlConnection connection, UUID account, Map<UUID, String> names, OffsetDateTime now) {
    return connection
        .preparedQuery(RENAME)
        .execute(tuple(account, names, now))
        .map(rows -> Rows.list(rows, ServiceStore::row));
  }

  /**
   * Deletes the account's services among these ids and counts them. They vanish from their
   * incidents and cards; monitors stop opening incidents for them.
   */
  Future<Integer> delete(SqlConnection connection, UUID account, UUID[] ids, OffsetDateTime now) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(account).addValue(ids))
        .map(RowSet::size)
        .compose(found -> deleteLocked(connection, account, ids, now).map(found));
  }

  private static Future<Void> deleteLocked(
      SqlConnection connection, UUID account, UUID[] ids, OffsetDateTime now) {
    Tuple named = Tuple.of(account).addValue(ids);
    return connection
        .preparedQuery(LOCK_INCIDENTS)
        .execute(Tuple.tuple().addArrayOfUUID(ids))
        .compose(
            locked ->
                connection
                    .preparedQuery(RELEASE_MONITORS)
                    .execute(Tuple.of(account).addValue(ids).addValue(now)))
        .compose(released -> connection.preparedQuery(DELETE).execute(named))
        .mapEmpty();
  }

  private static Tuple tuple(UUID account, Map<UUID, String> names, OffsetDateTime now) {
    return Tuple.of(account, now)
        .addValue(names.keySet().toArray(UUID[]::new))
        .addValue(names.values().toArray(String[]::new));
  }

  private static ServiceRow row(Row row) {
    return new ServiceRow(
        row.getUUID(0),
        row.getUUID(1),
        row.getString(2),
        row.getOffsetDateTime(3),
        row.getOffsetDateTime(4));
  }
}
