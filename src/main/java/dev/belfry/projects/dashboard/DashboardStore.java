package dev.belfry.projects.dashboard;

import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** SQL of dashboards. */
final class DashboardStore {
  private static final String NEXT_IDS =
      """
      SELECT nextval(pg_get_serial_sequence('dashboards', 'id')) FROM generate_series(1, $1)""";

  private static final String READ =
      """
      SELECT id, settings::text FROM dashboards
      WHERE account_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id""";

  private static final String HOLD = READ + " FOR NO KEY UPDATE";

  private static final String INSERT =
      """
      INSERT INTO dashboards (id, account_id, settings, created_at) OVERRIDING SYSTEM VALUE
      SELECT id, $1, settings::jsonb, $2
      FROM unnest($3::bigint[], $4::text[]) AS made (id, settings)""";

  private static final String REPLACE =
      """
      UPDATE dashboards d SET settings = wanted.settings::jsonb, updated_at = $2
      FROM unnest($3::bigint[], $4::text[]) AS wanted (id, settings)
      WHERE d.account_id = $1 AND d.id = wanted.id""";

  private static final String DELETE =
      "DELETE FROM dashboards WHERE account_id = $1 AND id = ANY ($2::bigint[])";

  private DashboardStore() {}

  static Future<List<Long>> nextIds(SqlConnection connection, int count) {
    return connection
        .preparedQuery(NEXT_IDS)
        .execute(Tuple.of(count))
        .map(rows -> Rows.list(rows, row -> row.getLong(0)));
  }

  /** Those of the dashboards that the account has, as JSON texts by id. */
  static Future<Map<Long, String>> read(
      SqlConnection connection, UUID account, Long[] ids, boolean lock) {
    return connection
        .preparedQuery(lock ? HOLD : READ)
        .execute(Tuple.tuple().addUUID(account).addArrayOfLong(ids))
        .map(
            rows -> {
              Map<Long, String> settings = new LinkedHashMap<>();
              rows.forEach(row -> settings.put(row.getLong(0), row.getString(1)));
              return settings;
            });
  }

  /** Makes dashboards, JSON texts by id. */
  static Future<Void> insert(
      SqlConnection connection, UUID account, Map<Long, String> settings, OffsetDateTime now) {
    return connection.preparedQuery(INSERT).execute(tuple(account, settings, now)).mapEmpty();
  }

  /** Replaces those of the dashboards that the account has. */
  static Future<Void> replace(
      SqlConnection connection, UUID account, Map<Long, String> settings, OffsetDateTime now) {
    return connection.preparedQuery(REPLACE).execute(tuple(account, settings, now)).mapEmpty();
  }

  private static Tuple tuple(UUID account, Map<Long, String> settings, OffsetDateTime now) {
    return Tuple.tuple()
        .addUUID(account)
        .addOffsetDateTime(now)
        .addArrayOfLong(settings.keySet().toArray(Long[]::new))
        .addArrayOfString(settings.values().toArray(String[]::new));
  }

  static Future<Void> delete(SqlConnection connection, UUID account, Long[] ids) {
    return connection
        .preparedQuery(DELETE)
        .execute(Tuple.tuple().addUUID(account).addArrayOfLong(ids))
        .mapEmpty();
  }
}
