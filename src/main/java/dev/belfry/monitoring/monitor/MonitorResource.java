package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.DesiredState;
import dev.belfry.api.resource.Problem;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.api.resource.ResourceIds;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.monitoring.channel.Subscriptions;
import dev.belfry.monitoring.location.PrivateLocationLookup;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Checks as a project describes them: URL monitors, with their group. */
public final class MonitorResource implements DeployableResource {
  private final MonitorDeployStore store = new MonitorDeployStore();
  private final Subscriptions subscriptions;
  private final PrivateLocationLookup locations;
  private final Ids ids;

  public MonitorResource(Subscriptions subscriptions, PrivateLocationLookup locations, Ids ids) {
    this.subscriptions = subscriptions;
    this.locations = locations;
    this.ids = ids;
  }

  @Override
  public ResourceType type() {
    return ResourceType.CHECK;
  }

  @Override
  public Map<String, ResourceType> references() {
    return Map.of(
        "/groupId", ResourceType.CHECK_GROUP, "/triggerIncident/serviceId", ResourceType.SERVICE);
  }

  @Override
  public ObjectNode document(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    return MonitorDocument.ofPayload(payload, bodies, violations);
  }

  @Override
  public Future<List<String>> nextIds(SqlConnection connection, int count) {
    return ResourceIds.next(ids, count);
  }

  @Override
  public Future<Map<String, ObjectNode>> read(
      SqlConnection connection, UUID account, Collection<String> checks, boolean lock) {
    return store.read(connection, account, checks, lock);
  }

  /** Only private locations: what a group says of its checks is the group's problem. */
  @Override
  public Future<List<Problem>> problems(
      SqlConnection connection, UUID account, DesiredState desired) {
    return locations.problems(connection, account, ResourceType.CHECK, desired);
  }

  @Override
  public Future<Void> insert(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return store
        .insert(connection, account, items, now)
        .compose(
            inserted ->
                subscriptions.assignNew(connection, account, MonitorDeployStore.ids(items)));
  }

  @Override
  public Future<Void> update(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return store.update(connection, account, items, now);
  }

  @Override
  public Future<Void> delete(SqlConnection connection, UUID account, Collection<String> checks) {
    return store.delete(connection, account, checks);
  }
}
