package dev.belfry.monitoring.dependency;

import dev.belfry.api.contract.Field;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores what checks and groups depend on, within the caller's transaction. */
public final class Dependencies {
  private static final String LIST =
      """
      (SELECT json_agg(json_strip_nulls(json_build_object('checkId', d.parent_check_id,
          'groupId', d.parent_group_id)) ORDER BY d.parent_check_id NULLS FIRST, d.parent_group_id)
        FROM dependencies d WHERE d.%s)::text""";

  /** SQL expression for a check {@code c}: the list as JSON text, null when it is empty. */
  public static final String OF_CHECK = LIST.formatted("check_id = c.id");

  /** SQL expression for a group {@code g}: the list as JSON text, null when it is empty. */
  public static final String OF_GROUP = LIST.formatted("group_id = g.id");

  private static final String MUST = "must name checks and groups of this account";
  private static final String CIRCULAR = "dependencies_circular";

  /** Keeps the parents from being deleted meanwhile, in the order in which others lock them. */
  private static final String KNOWN =
      """
      WITH checks_there AS MATERIALIZED (
        SELECT id FROM checks WHERE account_id = $1 AND id = ANY ($2::uuid[])
        ORDER BY id FOR KEY SHARE),
      groups_there AS MATERIALIZED (
        SELECT id FROM check_groups WHERE account_id = $1 AND id = ANY ($3::bigint[])
        ORDER BY id FOR KEY SHARE)
      SELECT id::text FROM checks_there UNION ALL SELECT id::text FROM groups_there""";

  private static final String WANTED =
      """
      unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::bigint[])
        AS w (check_id, group_id, parent_check_id, parent_group_id)""";

  /** Writes nothing where nothing changes, so that the audit log shows changes alone. */
  private static final String REMOVE =
      """
      DELETE FROM dependencies d
      WHERE (d.check_id = ANY ($5::uuid[]) OR d.group_id = ANY ($6::bigint[]))
        AND NOT EXISTS (SELECT FROM %s
          WHERE w.check_id IS NOT DISTINCT FROM d.check_id
            AND w.group_id IS NOT DISTINCT FROM d.group_id
            AND w.parent_check_id IS NOT DISTINCT FROM d.parent_check_id
            AND w.parent_group_id IS NOT DISTINCT FROM d.parent_group_id)"""
          .formatted(WANTED);

  private static final String ADD =
      """
      INSERT INTO dependencies
        (account_id, check_id, group_id, parent_check_id, parent_group_id)
      SELECT $5, w.* FROM %s ON CONFLICT DO NOTHING"""
          .formatted(WANTED);

  private static final String READ =
      """
      SELECT d.check_id::text, d.group_id::text, d.parent_check_id, d.parent_group_id
      FROM dependencies d
      WHERE d.account_id = $1 AND (d.check_id = ANY ($2::uuid[]) OR d.group_id = ANY ($3::bigint[]))""";

  /** Rules of the list of a body. */
  public static List<Violation> violations(Field<List<Parent>> requested) {
    List<Parent> list = requested.value();
    List<Violation> violations = new ArrayList<>(0);
    Set<Parent> seen = new HashSet<>();
    for (int i = 0; list != null && i < list.size(); i++) {
      String path = "/" + Parent.MEMBER + "/" + i;
      Parent parent = list.get(i);
      if (parent.checkId() != null && parent.groupId() != null) {
        violations.add(new Violation(path + "/groupId", "must be absent when checkId is given"));
      } else if (parent.checkId() == null && parent.groupId() == null) {
        violations.add(new Violation(path + "/checkId", "is required unless groupId is given"));
      } else if (!seen.add(parent)) {
        violations.add(new Violation(path, "must not appear twice"));
      }
    }
    return violations;
  }

  /**
   * Makes the dependencies of a check or group those of a list; null keeps them. The future fails
   * with a 400 that names the member when a parent is unknown or the dependent would depend on
   * itself.
   *
   * @param moved whether the check has another group, which may close a circle
   */
  public Future<Void> replace(
      SqlConnection connection,
      UUID account,
      Dependent dependent,
      @Nullable List<Parent> parents,
      boolean moved) {
    if (parents == null) {
      return moved ? settle(connection, "/groupId") : Future.succeededFuture();
    }
    return known(connection, account, parents)
        .compose(
            known ->
                unknown(parents, known).isEmpty()
                    ? write(connection, account, Map.of(dependent, parents))
                    : Future.failedFuture(ApiException.invalid(unknown(parents, known))))
        .compose(written -> settle(connection, "/" + Parent.MEMBER));
  }

  /**
   * Makes the dependencies of several checks and groups those of lists. Unknown parents and circles
   * fail the commit at the latest.
   */
  public Future<Void> write(
      SqlConnection connection, UUID account, Map<Dependent, List<Parent>> wanted) {
    List<Dependent> dependents = new ArrayList<>();
    List<Parent> parents = new ArrayList<>();
    wanted.forEach(
        (dependent, list) ->
            list.forEach(
                parent -> {
                  dependents.add(dependent);
                  parents.add(parent);
                }));
    Future<?> removed =
        connection
            .preparedQuery(REMOVE)
            .execute(
                rows(dependents, parents)
                    .addArrayOfUUID(checks(wanted.keySet()))
                    .addArrayOfLong(groups(wanted.keySet())));
    return parents.isEmpty()
        ? removed.mapEmpty()
        : removed
            .compose(
                done ->
                    connection
                        .preparedQuery(ADD)
                        .execute(rows(dependents, parents).addUUID(account)))
            .mapEmpty();
  }

  /** What checks and groups depend on, by the id of each that depends on something. */
  public Future<Map<String, List<Parent>>> read(
      SqlConnection connection, UUID account, UUID[] checks, Long[] groups) {
    return connection
        .preparedQuery(READ)
        .execute(Tuple.of(account).addArrayOfUUID(checks).addArrayOfLong(groups))
        .map(
            rows -> {
              Map<String, List<Parent>> found = new LinkedHashMap<>();
              rows.forEach(
                  row ->
                      found
                          .computeIfAbsent(
                              Objects.requireNonNullElse(row.getString(0), row.getString(1)),
                              first -> new ArrayList<>())
                          .add(new Parent(row.getUUID(2), row.getLong(3))));
              return found;
            });
  }

  /** Adds the member to an answer when there is something to show; {@code json} is of a column. */
  public static JsonText addTo(JsonText answer, @Nullable String json) {
    return json == null ? answer : answer.raw(Parent.MEMBER, json);
  }

  /** Whether a failure says that something would depend on itself. */
  public static boolean isCircular(Throwable failure) {
    return failure instanceof PgException refused && CIRCULAR.equals(refused.getConstraint());
  }

  /** What is wrong with a circle. */
  public static Violation circular(String path) {
    return new Violation(
        path, "must not lead back: a check or group would depend on itself, maybe by its group");
  }

  /** Checks for circles now, not at the end of the transaction. */
  private static Future<Void> settle(SqlConnection connection, String path) {
    return connection
        .query("SET CONSTRAINTS dependencies_circular, dependencies_circular_group IMMEDIATE")
        .execute()
        .<Void>mapEmpty()
        .recover(
            failure ->
                Future.failedFuture(
                    isCircular(failure) ? ApiException.invalid(List.of(circular(path))) : failure));
  }

  private static Future<Set<String>> known(
      SqlConnection connection, UUID account, List<Parent> parents) {
    return parents.isEmpty()
        ? Future.succeededFuture(Set.of())
        : connection
            .preparedQuery(KNOWN)
            .execute(
                Tuple.of(account)
                    .addArrayOfUUID(
                        parents.stream()
                            .map(Parent::checkId)
                            .filter(Objects::nonNull)
                            .toArray(UUID[]::new))
                    .addArrayOfLong(
                        parents.stream()
                            .map(Parent::groupId)
                            .filter(Objects::nonNull)
                            .toArray(Long[]::new)))
            .map(
                rows -> {
                  Set<String> ids = new HashSet<>();
                  rows.forEach(row -> ids.add(row.getString(0)));
                  return ids;
                });
  }

  static List<Violation> unknown(List<Parent> parents, Set<String> known) {
    List<Violation> violations = new ArrayList<>(0);
    for (int i = 0; i < parents.size(); i++) {
      Parent parent = parents.get(i);
      String member = parent.checkId() == null ? "groupId" : "checkId";
      Object id = parent.checkId() == null ? parent.groupId() : parent.checkId();
      if (!known.contains(String.valueOf(id))) {
        violations.add(new Violation("/" + Parent.MEMBER + "/" + i + "/" + member, MUST));
      }
    }
    return violations;
  }

  private static Tuple rows(List<Dependent> dependents, List<Parent> parents) {
    return Tuple.tuple()
        .addArrayOfUUID(dependents.stream().map(Dependent::checkId).toArray(UUID[]::new))
        .addArrayOfLong(dependents.stream().map(Dependent::groupId).toArray(Long[]::new))
        .addArrayOfUUID(parents.stream().map(Parent::checkId).toArray(UUID[]::new))
        .addArrayOfLong(parents.stream().map(Parent::groupId).toArray(Long[]::new));
  }

  private static UUID[] checks(Collection<Dependent> dependents) {
    return dependents.stream()
        .map(Dependent::checkId)
        .filter(Objects::nonNull)
        .toArray(UUID[]::new);
  }

  private static Long[] groups(Collection<Dependent> dependents) {
    return dependents.stream()
        .map(Dependent::groupId)
        .filter(Objects::nonNull)
        .toArray(Long[]::new);
  }
}
