package dev.belfry.projects.deploy;

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
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A kind without a database: wants a name, fills a default in, keeps a secret. */
record FakeResource(ResourceType type) implements DeployableResource {

  static DeployableResources all() {
    return new DeployableResources(
        Arrays.stream(ResourceType.values()).<DeployableResource>map(FakeResource::new).toList());
  }

  @Override
  public Map<String, ResourceType> references() {
    return switch (type) {
      case CHECK ->
          Map.of("/groupId", ResourceType.CHECK_GROUP, "/incident/serviceId", ResourceType.SERVICE);
      case STATUS_PAGE -> Map.of("/cards/*/services/*", ResourceType.SERVICE);
      case SUBSCRIPTION ->
          Map.of(
              "/alertChannelId", ResourceType.ALERT_CHANNEL,
              "/checkId", ResourceType.CHECK,
              "/groupId", ResourceType.CHECK_GROUP);
      default -> Map.of();
    };
  }

  @Override
  public ObjectNode document(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    if (type != ResourceType.SUBSCRIPTION && !payload.hasNonNull("name")) {
      violations.add(new Violation("/name", "is required"));
    }
    if (payload.path("groupId").isObject()) {
      violations.add(new Violation("/groupId", "must be a number"));
    }
    if (!payload.has("frequency")) {
      payload.put("frequency", 10);
    }
    return payload;
  }

  @Override
  public ObjectNode masked(ObjectNode document) {
    ObjectNode masked = document.deepCopy();
    return masked.has("secret") ? masked.put("secret", "****") : masked;
  }

  @Override
  public Future<List<String>> nextIds(SqlConnection connection, int count) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Future<Map<String, ObjectNode>> read(
      SqlConnection connection, UUID account, Collection<String> ids, boolean lock) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Future<List<Problem>> problems(
      SqlConnection connection, UUID account, DesiredState desired) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Future<Void> insert(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Future<Void> update(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Future<Void> delete(SqlConnection connection, UUID account, Collection<String> ids) {
    throw new UnsupportedOperationException();
  }
}
