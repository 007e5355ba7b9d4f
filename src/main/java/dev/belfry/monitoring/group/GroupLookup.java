package dev.belfry.monitoring.group;

import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.check.ApiDefaults;
import dev.belfry.monitoring.check.GroupSettings;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Reads groups for other features, within their transaction. */
public final class GroupLookup {
  private static final String FIND =
      "SELECT id, settings::text FROM check_groups WHERE account_id = $1 AND id = ANY ($2)";

  private static final String API_DEFAULTS =
      """
      SELECT (settings -> 'apiCheckDefaults')::text FROM check_groups
      WHERE account_id = $1 AND id = $2""";

  /** The settings, by id, of those groups that the account has; fails when the statement does. */
  public Future<Map<Long, GroupSettings>> find(SqlConnection connection, UUID account, Long[] ids) {
    return connection
        .preparedQuery(FIND)
        .execute(Tuple.tuple().addUUID(account).addArrayOfLong(ids))
        .map(GroupLookup::settings);
  }

  private static Map<Long, GroupSettings> settings(RowSet<Row> rows) {
    Map<Long, GroupSettings> groups = new HashMap<>();
    rows.forEach(
        row -> groups.put(row.getLong(0), GroupSettings.of(JsonText.parse(row.getString(1)))));
    return groups;
  }

  /** The settings of those of the groups that the account has, by id, held as they are. */
  Future<Map<Long, GroupSettings>> findForJoining(
      SqlConnection connection, UUID account, Long[] ids) {
    return ids.length == 0
        ? Future.succeededFuture(Map.of())
        : connection
            .preparedQuery(FIND + " ORDER BY id FOR SHARE")
            .execute(Tuple.tuple().addUUID(account).addArrayOfLong(ids))
            .map(GroupLookup::settings);
  }

  /** The settings of one group, held as they are until the transaction that joins it ends. */
  public Future<Optional<GroupSettings>> findForJoining(
      SqlConnection connection, UUID account, long id) {
    return findForJoining(connection, account, new Long[] {id})
        .map(groups -> Optional.ofNullable(groups.get(id)));
  }

  /** The settings of one group, empty when the account has no such group. */
  public Future<Optional<GroupSettings>> find(SqlConnection connection, UUID account, long id) {
    return find(connection, account, new Long[] {id})
        .map(groups -> Optional.ofNullable(groups.get(id)));
  }

  /** The defaults of a group for API checks; empty when the account lacks the group. */
  public Future<Optional<ApiDefaults>> apiDefaults(Database database, UUID account, long group) {
    return database
        .query(API_DEFAULTS, Tuple.of(account, group))
        .map(rows -> Rows.first(rows, row -> ApiDefaults.parse(row.getString(0))));
  }
}
