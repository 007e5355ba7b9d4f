package dev.belfry.engine.objective;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.ResourceIds;
import dev.belfry.api.resource.ResourceTable;
import dev.belfry.api.resource.ResourceType;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The SQL of many objectives at once, as documents; the caller owns the transaction. */
final class ObjectiveDeployStore {
  private static final String READ =
      "SELECT "
          + ObjectiveStore.COLUMNS
          + "FROM objectives o WHERE o.account_id = $1 AND o.id = ANY ($2::bigint[]) ORDER BY o.id";

  private static final String WANTED =
      """
      unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::integer[], $8::text[],
          $9::uuid[], $10::bigint[], $11::text[])
        AS wanted (id, name, description, target, window_days, subscriptions, check_id, group_id,
          tag)""";

  private static final String INSERT =
      """
      INSERT INTO objectives (id, account_id, created_at, name, description, target, window_days,
        subscriptions, check_id, group_id, tag)
      OVERRIDING SYSTEM VALUE
      SELECT id, $1, $2, name, description, target::numeric, window_days, subscriptions::jsonb,
        check_id, group_id, tag FROM %s ORDER BY id"""
          .formatted(WANTED);

  private static final String UPDATE =
      """
      UPDATE objectives o SET updated_at = $2, name = wanted.name, description = wanted.description,
        target = wanted.target::numeric, window_days = wanted.window_days,
        subscriptions = wanted.subscriptions::jsonb
      FROM %s WHERE o.account_id = $1 AND o.id = wanted.id"""
          .formatted(WANTED);

  private static final String DELETE =
      "DELETE FROM objectives WHERE account_id = $1 AND id = ANY ($2::bigint[])";

  private static final ResourceTable TABLE =
      new ResourceTable(ResourceType.OBJECTIVE, READ, DELETE);

  Future<List<String>> nextIds(SqlConnection connection, int count) {
    return ResourceIds.next(connection, "objectives", count);
  }

  Future<Map<String, ObjectNode>> read(
      SqlConnection connection, UUID account, Collection<String> ids, boolean lock) {
    return TABLE.read(
        connection,
        account,
        ids,
        lock,
        row -> JsonText.parse(ObjectiveCodec.document(ObjectiveRow.of(row).objective())));
  }

  Future<Void> insert(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return put(INSERT, connection, account, items, now);
  }

  /** Updates everything but the monitors. */
  Future<Void> update(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return put(UPDATE, connection, account, items, now);
  }

  private static Future<Void> put(
      String sql,
      SqlConnection connection,
      UUID account,
      List<DesiredResource> items,
      OffsetDateTime now) {
    if (items.isEmpty()) {
      return Future.succeededFuture();
    }
    List<Objective> wanted =
        items.stream().map(item -> ObjectiveCodec.ofDocument(item.document())).toList();
    return connection
        .preparedQuery(sql)
        .execute(
            Tuple.of(account, now)
                .addArrayOfLong(
                    ResourceIds.numbers(items.stream().map(DesiredResource::id).toList()))
                .addArrayOfString(wanted.stream().map(Objective::name).toArray(String[]::new))
                .addArrayOfString(
                    wanted.stream().map(Objective::description).toArray(String[]::new))
                .addArrayOfString(
                    wanted.stream()
                        .map(one -> ObjectiveCodec.decimal(one.target()))
                        .toArray(String[]::new))
                .addArrayOfInteger(
                    wanted.stream().map(Objective::windowDays).toArray(Integer[]::new))
                .addArrayOfString(
                    wanted.stream().map(ObjectiveCodec::channels).toArray(String[]::new))
                .addArrayOfUUID(wanted.stream().map(Objective::checkId).toArray(UUID[]::new))
                .addArrayOfLong(wanted.stream().map(Objective::groupId).toArray(Long[]::new))
                .addArrayOfString(wanted.stream().map(Objective::tag).toArray(String[]::new)))
        .mapEmpty();
  }

  Future<Void> delete(SqlConnection connection, UUID account, Collection<String> ids) {
    return ids.isEmpty() ? Future.succeededFuture() : TABLE.delete(connection, account, ids);
  }
}
