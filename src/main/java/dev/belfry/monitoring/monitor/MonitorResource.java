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
import dev.belfry.monitoring.dependency.DeployedDependencies;
import dev.belfry.monitoring.dependency.Parent;
import dev.belfry.monitoring.location.PrivateLocationLookup;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.Violation;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Checks as a project describes them, with their group. */
public final class MonitorResource implements DeployableResource {
  private final MonitorDeployStore store;
  private final Subscriptions subscriptions;
  private final PrivateLocationLookup locations;
  private final Supplier<Future<List<Violation>>> pinging;
  private final Ids ids;

  /**
   * @param pinging what is wrong with an ICMP monitor that is to run; asked for such monitors alone
   */
  public MonitorResource(
      Subscriptions subscriptions,
      PrivateLocationLookup locations,
      Supplier<Future<List<Violation>>> pinging,
      Sealer sealer,
      Ids ids) {
    this.store = new MonitorDeployStore(new CheckSecrets(sealer));
    this.subscriptions = subscriptions;
    this.locations = locations;
    this.pinging = pinging;
    this.ids = ids;
  }

  @Override
  public ResourceType type() {
    return ResourceType.CHECK;
  }

  @Override
  public Map<String, ResourceType> references() {
    return Map.of(
        "/groupId",
        ResourceType.CHECK_GROUP,
        "/triggerIncident/serviceId",
        ResourceType.SERVICE,
        Parent.CHECK_POINTER,
        ResourceType.CHECK,
        Parent.GROUP_POINTER,
        ResourceType.CHECK_GROUP);
  }

  @Override
  public ObjectNode document(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    return MonitorDocument.ofPayload(payload, bodies, violations);
  }

  @Override
  public void keepOmitted(ObjectNode payload, ObjectNode document, ObjectNode stored) {
    DeployedDependencies.keepOmitted(payload, document, stored);
  }

  @Override
  public ObjectNode masked(ObjectNode document) {
    return CheckSecrets.masked(document);
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

  /**
   * Private locations, checks that would change their type, and pings where no instance may send
   * them. What a group says of its checks is the group's problem.
   */
  @Override
  public Future<List<Problem>> problems(
      SqlConnection connection, UUID account, DesiredState desired) {
    List<DesiredResource> checks = desired.items(ResourceType.CHECK);
    return locations
        .problems(connection, account, ResourceType.CHECK, desired)
        .compose(
            found ->
                store
                    .otherTypes(connection, account, checks)
                    .map(stored -> concat(found, changedTypes(checks, stored))))
        .compose(
            found ->
                DeployedDependencies.problems(connection, account, desired)
                    .map(circular -> concat(found, circular)))
        .compose(found -> unpingable(checks).map(unpingable -> concat(found, unpingable)));
  }

  private Future<List<Problem>> unpingable(List<DesiredResource> checks) {
    List<DesiredResource> pings =
        checks.stream().filter(check -> MonitorCodec.needsPings(check.document())).toList();
    return pings.isEmpty()
        ? Future.succeededFuture(List.of())
        : pinging
            .get()
            .map(
                violations ->
                    pings.stream()
                        .flatMap(
                            check ->
                                violations.stream()
                                    .map(
                                        one ->
                                            new Problem(
                                                ResourceType.CHECK, check.logicalId(), one)))
                        .toList());
  }

  private static List<Problem> concat(List<Problem> one, List<Problem> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  /** A check keeps its type: its results would mean something else after a change. */
  private static List<Problem> changedTypes(
      List<DesiredResource> checks, Map<String, String> stored) {
    return checks.stream()
        .filter(check -> stored.containsKey(check.id()))
        .map(
            check ->
                new Problem(
                    ResourceType.CHECK,
                    check.logicalId(),
                    new Violation(
                        "/checkType",
                        "must stay %s, as the check is stored: give the check of the other type a"
                                .formatted(stored.get(check.id()))
                            + " logical id of its own")))
        .toList();
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
