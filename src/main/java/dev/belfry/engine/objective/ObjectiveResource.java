package dev.belfry.engine.objective;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Objectives as a project describes them. An objective that names another monitor or group than
 * before begins anew: its alerts were about the former one.
 */
public final class ObjectiveResource implements DeployableResource {
  private final ObjectiveDeployStore store = new ObjectiveDeployStore();

  @Override
  public ResourceType type() {
    return ResourceType.OBJECTIVE;
  }

  @Override
  public Map<String, ResourceType> references() {
    return Map.of(
        "/checkId",
        ResourceType.CHECK,
        "/groupId",
        ResourceType.CHECK_GROUP,
        "/alertChannelSubscriptions/*/alertChannelId",
        ResourceType.ALERT_CHANNEL);
  }

  @Override
  public ObjectNode document(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    List<Violation> found = new ArrayList<>();
    ObjectiveDraft draft = bodies.read("createObjective", payload, ObjectiveCodec.CREATE, found);
    violations.addAll(found);
    return found.isEmpty() ? JsonText.parse(ObjectiveCodec.document(draft.objective())) : payload;
  }

  @Override
  public Future<List<String>> nextIds(SqlConnection connection, int count) {
    return store.nextIds(connection, count);
  }

  @Override
  public Future<Map<String, ObjectNode>> read(
      SqlConnection connection, UUID account, Collection<String> ids, boolean lock) {
    return store.read(connection, account, ids, lock);
  }

  @Override
  public Future<Void> insert(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return store.insert(connection, account, items, now);
  }

  @Override
  public Future<Void> update(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    Map<Boolean, List<DesiredResource>> parts =
        items.stream().collect(Collectors.partitioningBy(ObjectiveResource::isMoved));
    List<DesiredResource> moved = parts.getOrDefault(true, List.of());
    List<DesiredResource> others = parts.getOrDefault(false, List.of());
    return store
        .delete(connection, account, moved.stream().map(DesiredResource::id).toList())
        .compose(deleted -> store.insert(connection, account, moved, now))
        .compose(inserted -> store.update(connection, account, others, now));
  }

  private static boolean isMoved(DesiredResource item) {
    return item.stored() != null && !ObjectiveCodec.isOfSameSubject(item.document(), item.stored());
  }

  @Override
  public Future<Void> delete(SqlConnection connection, UUID account, Collection<String> ids) {
    return store.delete(connection, account, ids);
  }
}
