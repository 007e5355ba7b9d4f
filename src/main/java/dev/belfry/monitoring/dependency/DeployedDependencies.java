package dev.belfry.monitoring.dependency;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.DesiredState;
import dev.belfry.api.resource.Problem;
import dev.belfry.api.resource.ResourceIds;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Dependencies as members of the documents of a project, for checks or for groups. */
public final class DeployedDependencies {
  private static final String STORED =
      """
      SELECT d.check_id, d.group_id, d.parent_check_id, d.parent_group_id FROM dependencies d
      WHERE d.account_id = $1
        AND (d.check_id IS NULL OR d.check_id <> ALL ($2::uuid[]))
        AND (d.group_id IS NULL OR d.group_id <> ALL ($3::bigint[]))""";

  private static final String MEMBERS =
      """
      SELECT c.id, c.group_id FROM checks c
      WHERE c.account_id = $1 AND c.group_id IS NOT NULL AND c.id <> ALL ($2::uuid[])
        AND (EXISTS (SELECT FROM dependencies d WHERE d.check_id = c.id)
          OR c.id IN (SELECT d.parent_check_id FROM dependencies d WHERE d.account_id = $1)
          OR c.id = ANY ($3::uuid[]))""";

  private final Dependencies dependencies = new Dependencies();
  private final ResourceType type;

  /**
   * Those of one type.
   *
   * @param type checks or groups
   */
  public DeployedDependencies(ResourceType type) {
    this.type = type;
  }

  /** Adds the stored dependencies to documents by id; fails when the statement does. */
  public Future<Map<String, ObjectNode>> addTo(
      Map<String, ObjectNode> documents, SqlConnection connection, UUID account) {
    boolean checks = type == ResourceType.CHECK;
    return dependencies
        .read(
            connection,
            account,
            checks ? ResourceIds.guids(documents.keySet()) : new UUID[0],
            checks ? new Long[0] : ResourceIds.numbers(documents.keySet()))
        .map(
            parents -> {
              documents.forEach((id, document) -> Parent.put(document, Field.of(parents.get(id))));
              return documents;
            });
  }

  /** Gives a document the stored dependencies when the payload does not have the member. */
  public static void keepOmitted(ObjectNode payload, ObjectNode document, ObjectNode stored) {
    if (!payload.has(Parent.MEMBER) && stored.has(Parent.MEMBER)) {
      document.set(Parent.MEMBER, stored.get(Parent.MEMBER).deepCopy());
    }
  }

  /** Stores the dependencies of documents; fails when a statement does. */
  public Future<Void> write(
      SqlConnection connection, UUID account, Collection<DesiredResource> items) {
    Map<Dependent, List<Parent>> wanted = new LinkedHashMap<>();
    for (DesiredResource item : items) {
      List<Parent> parents = Parent.of(item.document());
      ObjectNode stored = item.stored();
      if (!parents.isEmpty() || (stored != null && stored.has(Parent.MEMBER))) {
        wanted.put(dependent(type, item), parents);
      }
    }
    return wanted.isEmpty()
        ? Future.succeededFuture()
        : dependencies.write(connection, account, wanted);
  }

  /**
   * The checks and groups of a project that would depend on themselves, with what the rest of the
   * account depends on. Fails when a statement does.
   */
  public static Future<List<Problem>> problems(
      SqlConnection connection, UUID account, DesiredState desired) {
    List<DesiredResource> checks = desired.items(ResourceType.CHECK);
    List<DesiredResource> groups = desired.items(ResourceType.CHECK_GROUP);
    DependencyGraph graph = new DependencyGraph();
    checks.forEach(
        item -> {
          graph.add(dependent(ResourceType.CHECK, item), Parent.of(item.document()));
          Long group = group(item);
          if (group != null) {
            graph.join(UUID.fromString(item.id()), group);
          }
        });
    groups.forEach(
        item -> graph.add(dependent(ResourceType.CHECK_GROUP, item), Parent.of(item.document())));
    UUID[] own = ResourceIds.guids(checks.stream().map(DesiredResource::id).toList());
    Long[] ownGroups = ResourceIds.numbers(groups.stream().map(DesiredResource::id).toList());
    return connection
        .preparedQuery(STORED)
        .execute(Tuple.of(account).addArrayOfUUID(own).addArrayOfLong(ownGroups))
        .compose(
            rows -> {
              rows.forEach(row -> add(graph, row));
              return graph.isEmpty()
                  ? Future.succeededFuture(List.<Problem>of())
                  : connection
                      .preparedQuery(MEMBERS)
                      .execute(
                          Tuple.of(account)
                              .addArrayOfUUID(own)
                              .addArrayOfUUID(graph.parentChecks()))
                      .map(
                          members -> {
                            members.forEach(row -> graph.join(row.getUUID(0), row.getLong(1)));
                            return circles(graph, checks, groups);
                          });
            });
  }

  private static List<Problem> circles(
      DependencyGraph graph, List<DesiredResource> checks, List<DesiredResource> groups) {
    List<Problem> problems = new ArrayList<>();
    problems.addAll(circles(graph, ResourceType.CHECK, checks, true));
    problems.addAll(circles(graph, ResourceType.CHECK_GROUP, groups, true));
    return problems.isEmpty() ? circles(graph, ResourceType.CHECK, checks, false) : problems;
  }

  /**
   * Circles of one type.
   *
   * @param naming whether of those that name what they depend on, or of those whose group does
   */
  private static List<Problem> circles(
      DependencyGraph graph, ResourceType type, List<DesiredResource> items, boolean naming) {
    Violation circular = Dependencies.circular(naming ? "/" + Parent.MEMBER : "/groupId");
    return items.stream()
        .filter(item -> item.document().has(Parent.MEMBER) == naming)
        .filter(item -> graph.isCircular(dependent(type, item)))
        .map(item -> new Problem(type, item.logicalId(), circular))
        .toList();
  }

  private static void add(DependencyGraph graph, Row row) {
    graph.add(
        new Dependent(row.getUUID(0), row.getLong(1)),
        List.of(new Parent(row.getUUID(2), row.getLong(3))));
  }

  private static @Nullable Long group(DesiredResource check) {
    return new FieldReader(check.document()).number("groupId").value();
  }

  private static Dependent dependent(ResourceType type, DesiredResource item) {
    return type == ResourceType.CHECK
        ? Dependent.check(UUID.fromString(item.id()))
        : Dependent.group(Long.parseLong(item.id()));
  }
}
