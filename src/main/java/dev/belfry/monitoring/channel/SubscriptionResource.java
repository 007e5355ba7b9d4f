package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.DesiredState;
import dev.belfry.api.resource.Problem;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The links of checks and groups to alert channels as a project describes them. A link that is
 * there already, made by hand or by its channel, becomes the project's.
 */
public final class SubscriptionResource implements DeployableResource {
  private final SubscriptionDeployStore store = new SubscriptionDeployStore();

  @Override
  public ResourceType type() {
    return ResourceType.SUBSCRIPTION;
  }

  @Override
  public Map<String, ResourceType> references() {
    return Map.of(
        "/alertChannelId",
        ResourceType.ALERT_CHANNEL,
        "/checkId",
        ResourceType.CHECK,
        "/groupId",
        ResourceType.CHECK_GROUP);
  }

  @Override
  public ObjectNode document(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    return SubscriptionDocument.ofPayload(payload, bodies, violations);
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

  /** A check or group can be subscribed to a channel once. */
  @Override
  public Future<List<Problem>> problems(
      SqlConnection connection, UUID account, DesiredState desired) {
    List<Problem> problems = new ArrayList<>();
    Map<Link, String> seen = new HashMap<>();
    for (DesiredResource item : desired.items(ResourceType.SUBSCRIPTION)) {
      String other = seen.putIfAbsent(Link.of(item.document()), item.logicalId());
      if (other != null) {
        problems.add(
            new Problem(
                ResourceType.SUBSCRIPTION,
                item.logicalId(),
                new Violation(
                    "/alertChannelId",
                    "must not be subscribed to twice by the same check or group, as here and in "
                        + other)));
      }
    }
    return Future.succeededFuture(problems);
  }

  private record Link(long channel, SubscriptionTarget target) {
    static Link of(ObjectNode document) {
      return new Link(
          SubscriptionCodec.channel(document), SubscriptionCodec.subscriber(document).target());
    }
  }

  @Override
  public Future<Void> insert(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return store.put(connection, account, items);
  }

  @Override
  public Future<Void> update(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return store.put(connection, account, items);
  }

  @Override
  public Future<Void> delete(SqlConnection connection, UUID account, Collection<String> ids) {
    return store.delete(connection, account, ids);
  }
}
