package dev.belfry.alerting.preview;

import dev.belfry.monitoring.dependency.Parent;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Reads what the checks of an account depend on. Futures fail when the database is away. */
final class PreviewParentStore {
  private static final String EDGES =
      """
      SELECT c.id, d.parent_check_id, d.parent_group_id, d.group_id IS NOT NULL
      FROM checks c CROSS JOIN LATERAL dependencies_of(c.id, NULL) AS d
      WHERE c.account_id = $1 AND c.id = ANY ($2) ORDER BY 1, 2, 3""";

  private static final String MEMBERS =
      """
      SELECT c.group_id, c.id FROM checks c
      WHERE c.account_id = $1 AND c.group_id = ANY ($2) ORDER BY c.group_id, c.id LIMIT $3""";

  private final Database database;

  PreviewParentStore(Database database) {
    this.database = database;
  }

  /**
   * A stored dependency of a check.
   *
   * @param ofGroup whether the check has it from its group
   */
  record Edge(UUID check, Parent parent, boolean ofGroup) {
    static Edge of(Row row) {
      return new Edge(
          row.getUUID(0), new Parent(row.getUUID(1), row.getLong(2)), row.getBoolean(3));
    }
  }

  Future<List<Edge>> edges(UUID account, Collection<UUID> checks) {
    return database
        .query(EDGES, Tuple.of(account).addArrayOfUUID(checks.toArray(UUID[]::new)))
        .map(rows -> Rows.list(rows, Edge::of));
  }

  /** The checks of groups; the last groups may lack some when there are too many. */
  Future<Map<Long, List<UUID>>> members(UUID account, Collection<Long> groups, int most) {
    return groups.isEmpty()
        ? Future.succeededFuture(Map.of())
        : database
            .query(
                MEMBERS,
                Tuple.of(account).addArrayOfLong(groups.toArray(Long[]::new)).addInteger(most))
            .map(
                rows -> {
                  Map<Long, List<UUID>> members = new HashMap<>();
                  rows.forEach(
                      row ->
                          members
                              .computeIfAbsent(row.getLong(0), first -> new ArrayList<>())
                              .add(row.getUUID(1)));
                  return members;
                });
  }
}
