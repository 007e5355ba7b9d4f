package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.ResourceTable;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.monitoring.dependency.DeployedDependencies;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The SQL of many checks at once, as documents; the caller owns the transaction. */
final class MonitorDeployStore {
  private static final String READ =
      """
      SELECT id, group_id, settings::text, check_type FROM checks
      WHERE account_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id""";

  private static final String WANTED =
      "unnest($3::uuid[], $4::bigint[], $5::text[], $6::text[])"
          + " AS wanted (id, group_id, settings, check_type)";

  private static final String INSERT =
      """
      INSERT INTO checks (id, account_id, check_type, group_id, settings, created_at)
      SELECT id, $1, check_type, group_id, settings::jsonb, $2 FROM %s ORDER BY id"""
          .formatted(WANTED);

  private static final String UPDATE =
      """
      UPDATE checks c SET settings = wanted.settings::jsonb, group_id = wanted.group_id,
        updated_at = $2
      FROM %s
      WHERE c.id = wanted.id AND c.account_id = $1 AND c.check_type = wanted.check_type"""
          .formatted(WANTED);

  private static final String OTHER_TYPES =
      """
      SELECT c.id, c.check_type FROM unnest($2::uuid[], $3::text[]) AS wanted (id, check_type)
        JOIN checks c ON c.id = wanted.id AND c.account_id = $1
      WHERE c.check_type <> wanted.check_type""";

  /** In the order in which everybody else locks them. */
  private static final String DELETE =
      """
      DELETE FROM checks WHERE id IN (
        SELECT id FROM checks WHERE account_id = $1 AND id = ANY ($2::uuid[])
        ORDER BY id FOR NO KEY UPDATE)""";

  private static final ResourceTable TABLE = new ResourceTable(ResourceType.CHECK, READ, DELETE);

  private final CheckSecrets secrets;
  private final DeployedDependencies dependencies = new DeployedDependencies(ResourceType.CHECK);

  MonitorDeployStore(CheckSecrets secrets) {
    this.secrets = secrets;
  }

  Future<Map<String, ObjectNode>> read(
      SqlConnection connection, UUID account, Collection<String> ids, boolean lock) {
    return TABLE
        .read(
            connection,
            account,
            ids,
            lock,
            row ->
                secrets.plain(
                    account,
                    row.getUUID(0),
                    MonitorCodec.document(row.getString(3), row.getString(2), row.getLong(1))))
        .compose(documents -> dependencies.addTo(documents, connection, account));
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
    Long[] groups =
        items.stream().map(item -> MonitorCodec.group(item.document())).toArray(Long[]::new);
    String[] settings = items.stream().map(item -> settings(account, item)).toArray(String[]::new);
    return connection
        .preparedQuery(sql)
        .execute(Tuple.of(account, now, ids(items), groups, settings, types(items)))
        .compose(written -> dependencies.write(connection, account, items));
  }

  private String settings(UUID account, DesiredResource item) {
    UUID id = UUID.fromString(item.id());
    return MonitorCodec.settings(secrets.sealed(account, id, item.document().deepCopy()));
  }

  /** The ids of checks that a project wants. */
  static UUID[] ids(List<DesiredResource> items) {
    return items.stream().map(item -> UUID.fromString(item.id())).toArray(UUID[]::new);
  }

  private static String[] types(List<DesiredResource> items) {
    return items.stream().map(item -> MonitorCodec.type(item.document())).toArray(String[]::new);
  }

  /** The stored checks of which a project wants another type, with the type that is stored. */
  Future<Map<String, String>> otherTypes(
      SqlConnection connection, UUID account, List<DesiredResource> items) {
    return connection
        .preparedQuery(OTHER_TYPES)
        .execute(Tuple.of(account, ids(items), types(items)))
        .map(
            rows -> {
              Map<String, String> found = new HashMap<>();
              rows.forEach(row -> found.put(row.getUUID(0).toString(), row.getString(1)));
              return found;
            });
  }

  Future<Void> delete(SqlConnection connection, UUID account, Collection<String> ids) {
    return TABLE.delete(connection, account, ids);
  }
}
