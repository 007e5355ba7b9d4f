package dev.belfry.statuspages.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.api.resource.ResourceIds;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Deploys status page services of a project; a project describes their name alone. */
public final class ServiceResource implements DeployableResource {
  private final ServiceStore store;
  private final Ids ids;
  private final InstantSource clock;

  /** Creates it; {@code ids} makes the ids of services. */
  public ServiceResource(Database database, Ids ids, InstantSource clock) {
    this.store = new ServiceStore(database);
    this.ids = ids;
    this.clock = clock;
  }

  @Override
  public ResourceType type() {
    return ResourceType.SERVICE;
  }

  @Override
  public ObjectNode document(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    return bodies.read("createService", payload, violations);
  }

  @Override
  public Future<List<String>> nextIds(SqlConnection connection, int count) {
    return ResourceIds.next(ids, count);
  }

  @Override
  public Future<Map<String, ObjectNode>> read(
      SqlConnection connection, UUID account, Collection<String> services, boolean lock) {
    return store
        .names(connection, account, ResourceIds.guids(services), lock)
        .map(
            names -> {
              Map<String, ObjectNode> documents = new LinkedHashMap<>();
              names.forEach(
                  (id, name) -> documents.put(id.toString(), ServiceCodec.document(name)));
              return documents;
            });
  }

  @Override
  public Future<Void> insert(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return store.insert(connection, account, names(items), now);
  }

  @Override
  public Future<Void> update(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return store.rename(connection, account, names(items), now).mapEmpty();
  }

  private static Map<UUID, String> names(List<DesiredResource> items) {
    Map<UUID, String> names = new LinkedHashMap<>();
    items.forEach(
        item ->
            names.put(
                UUID.fromString(item.id()),
                ServiceCodec.name(ServiceCodec.draft(item.document()))));
    return names;
  }

  @Override
  public Future<Void> delete(SqlConnection connection, UUID account, Collection<String> services) {
    return store
        .delete(
            connection,
            account,
            ResourceIds.guids(services),
            clock.instant().atOffset(ZoneOffset.UTC))
        .mapEmpty();
  }
}
