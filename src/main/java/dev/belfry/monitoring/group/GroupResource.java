package dev.belfry.monitoring.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.DesiredState;
import dev.belfry.api.resource.Problem;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.monitoring.dependency.DeployedDependencies;
import dev.belfry.monitoring.dependency.Parent;
import dev.belfry.monitoring.location.PrivateLocationLookup;
import dev.belfry.platform.error.Violation;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Check groups as a project describes them, of either generation. */
public final class GroupResource implements DeployableResource {
  private final GroupLookup groups;
  private final PrivateLocationLookup locations;
  private final GroupDeployStore store;

  public GroupResource(GroupLookup groups, PrivateLocationLookup locations, Sealer sealer) {
    this.groups = groups;
    this.locations = locations;
    this.store = new GroupDeployStore(new GroupSecrets(sealer));
  }

  @Override
  public ResourceType type() {
    return ResourceType.CHECK_GROUP;
  }

  @Override
  public Map<String, ResourceType> references() {
    return Map.of(
        Parent.CHECK_POINTER, ResourceType.CHECK, Parent.GROUP_POINTER, ResourceType.CHECK_GROUP);
  }

  @Override
  public ObjectNode document(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    return GroupDocument.ofPayload(payload, bodies, violations);
  }

  @Override
  public void keepOmitted(ObjectNode payload, ObjectNode document, ObjectNode stored) {
    DeployedDependencies.keepOmitted(payload, document, stored);
  }

  @Override
  public ObjectNode masked(ObjectNode document) {
    return GroupDocument.masked(document);
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
  public Future<List<Problem>> problems(
      SqlConnection connection, UUID account, DesiredState desired) {
    return locations
        .problems(connection, account, ResourceType.CHECK_GROUP, desired)
        .compose(
            unknown ->
                memberships(connection, account, desired)
                    .map(
                        unfit -> {
                          List<Problem> problems = new ArrayList<>(unknown);
                          problems.addAll(unfit);
                          return problems;
                        }));
  }

  private Future<List<Problem>> memberships(
      SqlConnection connection, UUID account, DesiredState desired) {
    Set<Long> outside = MembershipRules.joinedOutside(desired);
    List<String> checks =
        new ArrayList<>(
            desired.items(ResourceType.CHECK).stream().map(DesiredResource::id).toList());
    checks.addAll(desired.removed(ResourceType.CHECK));
    return groups
        .findForJoining(connection, account, outside.toArray(Long[]::new))
        .compose(
            joined ->
                store
                    .members(connection, account, MembershipRules.changing(desired), checks)
                    .map(others -> MembershipRules.problems(desired, joined, others)));
  }

  @Override
  public Future<Void> insert(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return store.insert(connection, account, items, now);
  }

  @Override
  public Future<Void> update(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return store.update(connection, account, items, now);
  }

  /** Deletes groups without checks; fails with a 409 when one has some after all. */
  @Override
  public Future<Void> delete(SqlConnection connection, UUID account, Collection<String> ids) {
    return store.delete(connection, account, ids).recover(CheckGroups::nameConflict);
  }
}
