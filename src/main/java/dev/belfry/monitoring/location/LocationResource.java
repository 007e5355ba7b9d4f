package dev.belfry.monitoring.location;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.DesiredState;
import dev.belfry.api.resource.Problem;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.api.resource.ResourceIds;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.Violation;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Private locations as a project describes them. A new one has no key: a deploy shows none, and a
 * key that no person has seen is of no use; people make one through the API.
 */
public final class LocationResource implements DeployableResource {
  private final PrivateLocationStore store;
  private final ProxySecret proxies;
  private final Ids ids;

  public LocationResource(Database database, Ids ids, Sealer sealer) {
    this.store = new PrivateLocationStore(database);
    this.proxies = new ProxySecret(sealer);
    this.ids = ids;
  }

  @Override
  public ResourceType type() {
    return ResourceType.PRIVATE_LOCATION;
  }

  @Override
  public ObjectNode document(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    return LocationDocument.ofPayload(payload, bodies, violations);
  }

  @Override
  public ObjectNode masked(ObjectNode document) {
    return LocationDocument.masked(document);
  }

  @Override
  public Future<List<String>> nextIds(SqlConnection connection, int count) {
    return ResourceIds.next(ids, count);
  }

  @Override
  public Future<Map<String, ObjectNode>> read(
      SqlConnection connection, UUID account, Collection<String> locations, boolean lock) {
    return store
        .settings(connection, account, ResourceIds.guids(locations), lock)
        .map(
            settings -> {
              Map<String, ObjectNode> documents = new LinkedHashMap<>();
              settings.forEach(
                  (id, stored) -> documents.put(id.toString(), unsealed(account, id, stored)));
              return documents;
            });
  }

  private ObjectNode unsealed(UUID account, UUID id, LocationDraft stored) {
    String sealed = stored.proxyUrl().value();
    if (sealed == null) {
      return LocationCodec.document(stored);
    }
    String address = proxies.unsealed(account, id, sealed);
    return LocationCodec.document(
        stored.withProxyUrl(address == null ? LocationDocument.LOST : address));
  }

  /** Slugs that change or are taken, and removed locations that something still names. */
  @Override
  public Future<List<Problem>> problems(
      SqlConnection connection, UUID account, DesiredState desired) {
    LocationPlan plan = new LocationPlan(desired);
    return store
        .holders(connection, account, plan.slugs())
        .compose(
            holders ->
                named(connection, account, desired)
                    .map(
                        named ->
                            Stream.concat(
                                    plan.ofSlugs(holders).stream(), plan.ofRemoved(named).stream())
                                .toList()));
  }

  /** The removed locations by id with their slugs, and those of these that something names. */
  private Future<LocationPlan.Leaving> named(
      SqlConnection connection, UUID account, DesiredState desired) {
    UUID[] removed = ResourceIds.guids(desired.removed(type()));
    if (removed.length == 0) {
      return Future.succeededFuture(LocationPlan.Leaving.NONE);
    }
    return store
        .settings(connection, account, removed, false)
        .compose(
            settings -> {
              Map<String, String> slugs = new LinkedHashMap<>();
              settings.forEach(
                  (id, stored) ->
                      slugs.put(id.toString(), requireNonNull(stored.slugName().value())));
              return store
                  .used(
                      connection,
                      account,
                      slugs.values(),
                      ResourceIds.guids(ofProject(desired, ResourceType.CHECK)),
                      ResourceIds.numbers(ofProject(desired, ResourceType.CHECK_GROUP)))
                  .map(used -> new LocationPlan.Leaving(slugs, used));
            });
  }

  private static List<String> ofProject(DesiredState desired, ResourceType type) {
    List<String> all = new ArrayList<>(desired.removed(type));
    desired.items(type).forEach(item -> all.add(item.id()));
    return all;
  }

  @Override
  public Future<Void> insert(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return store.insert(connection, account, sealed(account, items), now);
  }

  @Override
  public Future<Void> update(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return store.replace(connection, account, sealed(account, items), now);
  }

  private Map<UUID, LocationDraft> sealed(UUID account, List<DesiredResource> items) {
    Map<UUID, LocationDraft> sealed = new LinkedHashMap<>();
    for (DesiredResource item : items) {
      UUID id = UUID.fromString(item.id());
      LocationDraft draft = LocationCodec.read(item.document());
      sealed.put(id, draft.withProxyUrl(proxies.sealed(account, id, draft.proxyUrl().value())));
    }
    return sealed;
  }

  @Override
  public Future<Void> delete(SqlConnection connection, UUID account, Collection<String> locations) {
    return store.delete(connection, account, ResourceIds.guids(locations)).mapEmpty();
  }
}
