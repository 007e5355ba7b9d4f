package dev.belfry.monitoring.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.ResourceIds;
import dev.belfry.api.resource.ResourceTable;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.monitoring.dependency.DeployedDependencies;
import dev.belfry.monitoring.dependency.Parent;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The SQL of many groups at once, as documents; the caller owns the transaction. */
final class GroupDeployStore {
  private static final String READ =
      """
      SELECT id, settings::text FROM check_groups
      WHERE account_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id""";

  private static final String WANTED = "unnest($3::bigint[], $4::text[]) AS wanted (id, settings)";

  private static final String INSERT =
      """
      INSERT INTO check_groups (id, account_id, settings, created_at) OVERRIDING SYSTEM VALUE
      SELECT id, $1, settings::jsonb, $2 FROM %s ORDER BY id"""
          .formatted(WANTED);

  private static final String UPDATE =
      """
      UPDATE check_groups g SET settings = wanted.settings::jsonb, updated_at = $2
      FROM %s WHERE g.id = wanted.id AND g.account_id = $1"""
          .formatted(WANTED);

  private static final String DELETE =
      "DELETE FROM check_groups WHERE account_id = $1 AND id = ANY ($2::bigint[])";

  private static final ResourceTable TABLE =
      new ResourceTable(ResourceType.CHECK_GROUP, READ, DELETE);

  private static final String MEMBERS =
      """
      SELECT group_id, id, settings ->> 'name', check_type, e.frequency
      FROM checks CROSS JOIN LATERAL effective_settings(settings, NULL) AS e
      WHERE account_id = $1 AND group_id = ANY ($2::bigint[]) AND id <> ALL ($3::uuid[])
      ORDER BY id""";

  private final GroupSecrets secrets;
  private final DeployedDependencies dependencies =
      new DeployedDependencies(ResourceType.CHECK_GROUP);

  GroupDeployStore(GroupSecrets secrets) {
    this.secrets = secrets;
  }

  Future<List<String>> nextIds(SqlConnection connection, int count) {
    return ResourceIds.next(connection, "check_groups", count);
  }

  /** A lock keeps checks from joining by their own requests, which lock the group too. */
  Future<Map<String, ObjectNode>> read(
      SqlConnection connection, UUID account, Collection<String> ids, boolean lock) {
    return TABLE
        .read(connection, account, ids, lock, row -> document(account, row))
        .compose(documents -> dependencies.addTo(documents, connection, account));
  }

  private ObjectNode document(UUID account, Row row) {
    ObjectNode settings = JsonText.parse(row.getString(1));
    return GroupCodec.with(
        settings, secrets.plain(account, row.getLong(0), GroupCodec.secrets(settings)));
  }

  /** The stored checks of some groups but for those that a project has or deletes. */
  Future<List<MemberRow>> members(
      SqlConnection connection, UUID account, Collection<Long> groups, Collection<String> without) {
    return connection
        .preparedQuery(MEMBERS)
        .execute(
            Tuple.of(account)
                .addArrayOfLong(groups.toArray(Long[]::new))
                .addArrayOfUUID(ResourceIds.guids(without)))
        .map(rows -> Rows.list(rows, MemberRow::of));
  }

  Future<Void> insert(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return write(INSERT, connection, account, items, now);
  }

  Future<Void> update(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return write(UPDATE, connection, account, items, now);
  }

  private Future<Void> write(
      String sql,
      SqlConnection connection,
      UUID account,
      List<DesiredResource> items,
      OffsetDateTime now) {
    Long[] ids = items.stream().map(item -> Long.valueOf(item.id())).toArray(Long[]::new);
    String[] settings = new String[ids.length];
    for (int i = 0; i < ids.length; i++) {
      ObjectNode document = items.get(i).document().deepCopy();
      document.remove(Parent.MEMBER);
      settings[i] =
          GroupCodec.with(document, secrets.sealed(account, ids[i], GroupCodec.secrets(document)))
              .toString();
    }
    return connection
        .preparedQuery(sql)
        .execute(Tuple.of(account, now).addArrayOfLong(ids).addArrayOfString(settings))
        .compose(written -> dependencies.write(connection, account, items));
  }

  Future<Void> delete(SqlConnection connection, UUID account, Collection<String> ids) {
    return TABLE.delete(connection, account, ids);
  }
}
