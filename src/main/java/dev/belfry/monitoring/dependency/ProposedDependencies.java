package dev.belfry.monitoring.dependency;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Judges a list of dependencies that is not stored as if it were to be. It locks nothing. */
public final class ProposedDependencies {
  private static final String KNOWN =
      """
      SELECT id::text FROM checks WHERE account_id = $1 AND id = ANY ($2::uuid[])
      UNION ALL
      SELECT id::text FROM check_groups WHERE account_id = $1 AND id = ANY ($3::bigint[])""";

  /**
   * The rule of the SQL function {@code is_circular}. The list replaces what is stored, and each
   * new circle leads through it: what it reaches must not be the dependent, which a check also is
   * by its group and a group by its checks.
   */
  private static final String CIRCULAR =
      """
      WITH RECURSIVE reached (check_id, group_id) AS (
        SELECT * FROM unnest($3::uuid[], $4::bigint[])
        UNION
        SELECT n.parent_check_id, n.parent_group_id
          FROM reached r CROSS JOIN LATERAL dependencies_of(r.check_id, r.group_id) AS n
          WHERE ($1::uuid IS NULL OR n.check_id IS DISTINCT FROM $1)
            AND ($2::bigint IS NULL OR n.group_id IS DISTINCT FROM $2))
      SELECT count(*) FROM reached r
      WHERE r.check_id = $1 OR r.group_id = (SELECT c.group_id FROM checks c WHERE c.id = $1)
        OR r.group_id = $2 OR r.check_id IN (SELECT c.id FROM checks c WHERE c.group_id = $2)""";

  private final Database database;

  /** Creates it. */
  public ProposedDependencies(Database database) {
    this.database = database;
  }

  /**
   * What is wrong with the parents of a check or group of an account: unknown ones, or a circle.
   * The future fails when the database does.
   */
  public Future<List<Violation>> violations(
      UUID account, Dependent dependent, List<Parent> parents) {
    UUID[] checks = parents.stream().map(Parent::checkId).toArray(UUID[]::new);
    Long[] groups = parents.stream().map(Parent::groupId).toArray(Long[]::new);
    return database
        .query(KNOWN, Tuple.of(account).addArrayOfUUID(checks).addArrayOfLong(groups))
        .map(
            rows -> Dependencies.unknown(parents, Set.copyOf(Rows.list(rows, r -> r.getString(0)))))
        .compose(
            unknown ->
                unknown.isEmpty()
                    ? circular(dependent, checks, groups)
                    : Future.succeededFuture(unknown));
  }

  private Future<List<Violation>> circular(Dependent dependent, UUID[] checks, Long[] groups) {
    return database
        .query(
            CIRCULAR,
            Tuple.of(dependent.checkId(), dependent.groupId())
                .addArrayOfUUID(checks)
                .addArrayOfLong(groups))
        .map(
            rows ->
                Rows.number(rows) == 0
                    ? List.of()
                    : List.of(Dependencies.circular("/" + Parent.MEMBER)));
  }
}
