package dev.belfry.monitoring.maintenance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.api.resource.ResourceIds;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Maintenance windows as a project describes them: the body of a window, its times in UTC with
 * milliseconds and every tag once, so that two texts for one window compare equal.
 */
public final class WindowResource implements DeployableResource {
  private final MaintenanceStore store;
  private final WindowChanges changes;

  public WindowResource(Database database) {
    this.store = new MaintenanceStore(database);
    this.changes = new WindowChanges(store);
  }

  @Override
  public ResourceType type() {
    return ResourceType.MAINTENANCE_WINDOW;
  }

  @Override
  public ObjectNode document(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    return WindowCodec.ofPayload(payload, bodies, violations);
  }

  @Override
  public Future<List<String>> nextIds(SqlConnection connection, int count) {
    return store
        .nextIds(connection, count)
        .map(ids -> ids.stream().map(id -> Long.toString(id)).toList());
  }

  @Override
  public Future<Map<String, ObjectNode>> read(
      SqlConnection connection, UUID account, Collection<String> ids, boolean lock) {
    return store
        .read(connection, account, ResourceIds.numbers(ids), lock)
        .map(
            rows -> {
              Map<String, ObjectNode> documents = new LinkedHashMap<>();
              rows.forEach(
                  row ->
                      documents.put(Long.toString(row.id()), WindowCodec.document(row.window())));
              return documents;
            });
  }

  @Override
  public Future<Void> insert(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return changes.create(connection, account, desired(items), now).mapEmpty();
  }

  @Override
  public Future<Void> update(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return changes.replace(connection, account, desired(items), now).mapEmpty();
  }

  private static Map<Long, MaintenanceWindow> desired(List<DesiredResource> items) {
    Map<Long, MaintenanceWindow> desired = new LinkedHashMap<>();
    items.forEach(
        item -> desired.put(Long.valueOf(item.id()), WindowCodec.read(item.document()).window()));
    return desired;
  }

  @Override
  public Future<Void> delete(SqlConnection connection, UUID account, Collection<String> ids) {
    return store.delete(connection, account, ResourceIds.numbers(ids));
  }
}
