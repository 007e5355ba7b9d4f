package dev.belfry.projects.dashboard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.api.resource.ResourceIds;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.io.UncheckedIOException;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Dashboards in a project: any object of bounded size ({@link DashboardRules}). Belfry stores them
 * unchanged, so that a project with one deploys, and shows none.
 */
public final class DashboardResource implements DeployableResource {
  /** Keeps every digit, as the database does. */
  private static final ObjectMapper EXACT =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  @Override
  public ResourceType type() {
    return ResourceType.DASHBOARD;
  }

  @Override
  public ObjectNode document(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    List<Violation> found = DashboardRules.of(payload);
    violations.addAll(found);
    return found.isEmpty() ? parse(payload.toString()) : payload;
  }

  private static ObjectNode parse(String settings) {
    try {
      return (ObjectNode) EXACT.readTree(settings);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Future<List<String>> nextIds(SqlConnection connection, int count) {
    return DashboardStore.nextIds(connection, count)
        .map(ids -> ids.stream().map(id -> Long.toString(id)).toList());
  }

  @Override
  public Future<Map<String, ObjectNode>> read(
      SqlConnection connection, UUID account, Collection<String> ids, boolean lock) {
    return DashboardStore.read(connection, account, ResourceIds.numbers(ids), lock)
        .map(
            settings -> {
              Map<String, ObjectNode> documents = new LinkedHashMap<>();
              settings.forEach((id, text) -> documents.put(Long.toString(id), parse(text)));
              return documents;
            });
  }

  @Override
  public Future<Void> insert(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return DashboardStore.insert(connection, account, settings(items), now);
  }

  @Override
  public Future<Void> update(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return DashboardStore.replace(connection, account, settings(items), now);
  }

  private static Map<Long, String> settings(List<DesiredResource> items) {
    Map<Long, String> settings = new LinkedHashMap<>();
    items.forEach(item -> settings.put(Long.valueOf(item.id()), item.document().toString()));
    return settings;
  }

  @Override
  public Future<Void> delete(SqlConnection connection, UUID account, Collection<String> ids) {
    return DashboardStore.delete(connection, account, ResourceIds.numbers(ids));
  }
}
