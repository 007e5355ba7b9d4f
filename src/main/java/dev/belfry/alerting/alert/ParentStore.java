package dev.belfry.alerting.alert;

import dev.belfry.alerting.alert.ParentGroupStore.Judgement;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * Reads how the checks and groups are that others depend on, and wakes those that a failure held.
 * States of parents are read without a lock: a check waits a period of its parents before it
 * speaks, and is looked at again, so that a state that is being written is not missed for long.
 */
final class ParentStore {
  /**
   * Each parent is judged once; a group only if no judgement of it may be believed. One that is not
   * active has no period and does not count, since nothing would end its failure; nor does a
   * failure without a failed run of late. A group fails when all of its active checks do.
   */
  static final String PARENTS =
      SqlResource.read(ParentStore.class, "parents.sql")
          .replace("{failing}", Long.toString(ParentGroupStore.FAILING_MILLIS))
          .replace("{well}", Long.toString(ParentGroupStore.WELL_MILLIS))
          .replace("{witnesses_looks}", looks("witnesses"))
          .replace("{watched_looks}", looks("watched"));

  private static final String ENDED =
      """
      SELECT f.id, f.check_id, f.reached, (SELECT c.group_id FROM checks c
        WHERE c.id = f.check_id
          AND EXISTS (SELECT FROM dependencies d WHERE d.parent_group_id = c.group_id))
      FROM ended_failures f ORDER BY f.id LIMIT 1 FOR UPDATE OF f SKIP LOCKED""";

  /**
   * Drops further ends that lead to the same dependents, because the one at work sees all states
   * that were committed before it began. Ten thousand checks of a group may recover at once.
   */
  private static final String MERGE =
      """
      DELETE FROM ended_failures WHERE id = ANY (ARRAY(
        SELECT f.id FROM ended_failures f
        WHERE f.id <> $1 AND f.reached IS NULL AND (f.check_id = $2
          OR (EXISTS (SELECT FROM checks c WHERE c.id = f.check_id AND c.group_id = $3)
            AND NOT EXISTS (SELECT FROM dependencies d WHERE d.parent_check_id = f.check_id)))
        FOR UPDATE SKIP LOCKED))""";

  /**
   * In the order of ids, in which everybody else locks states. One that was looked at after its
   * hold needs no second look, since its time is known. One that is due is locked too: who works on
   * it may have looked at the parents before the end, and would make it due much later.
   */
  private static final String WAKE =
      """
      WITH parents AS MATERIALIZED (SELECT c.id, c.group_id FROM checks c WHERE c.id = $1),
      named AS MATERIALIZED (
        SELECT d.check_id, d.group_id FROM parents p
          JOIN dependencies d ON d.parent_check_id = p.id
        UNION
        SELECT d.check_id, d.group_id FROM parents p
          JOIN dependencies d ON d.parent_group_id = p.group_id),
      dependents AS MATERIALIZED (
        SELECT n.check_id AS id FROM named n WHERE n.check_id IS NOT NULL
        UNION
        SELECT c.id FROM named n JOIN checks c ON c.group_id = n.group_id),
      held AS MATERIALIZED (
        SELECT t.check_id FROM alert_states t JOIN dependents d ON d.id = t.check_id
        WHERE ($2::uuid IS NULL OR t.check_id > $2)
          AND t.state #> '{notice,released}' IS NULL
        ORDER BY t.check_id LIMIT $3 FOR UPDATE OF t),
      woken AS (
        UPDATE alert_states t
        SET due_ms = CASE WHEN t.due_ms IS NOT NULL THEN least(t.due_ms, epoch_millis()) END
        FROM held h WHERE t.check_id = h.check_id)
      SELECT h.check_id FROM held h ORDER BY h.check_id""";

  private static final String REACHED = "UPDATE ended_failures SET reached = $2 WHERE id = $1";
  private static final String DONE = "DELETE FROM ended_failures WHERE id = $1";

  private final ParentGroupStore groups = new ParentGroupStore();

  /** Adds what they depend on to checks that depend on something; fails when the database does. */
  Future<Map<UUID, CheckContext>> addTo(Map<UUID, CheckContext> checks, SqlConnection connection) {
    UUID[] dependents =
        checks.values().stream()
            .filter(CheckContext::isDependent)
            .map(CheckContext::checkId)
            .toArray(UUID[]::new);
    return dependents.length == 0
        ? Future.succeededFuture(checks)
        : connection
            .preparedQuery(PARENTS)
            .execute(Tuple.tuple().addArrayOfUUID(dependents))
            .compose(
                rows -> {
                  Map<Long, Judgement> found = new HashMap<>();
                  for (Row row : rows) {
                    if (row.getLong(5) != null) {
                      found.computeIfAbsent(row.getLong(5), id -> Judgement.of(row, 5));
                    }
                    if (row.getLong(7) != null) {
                      checks.computeIfPresent(row.getUUID(0), (id, one) -> with(one, row));
                    }
                  }
                  return groups.store(connection, List.copyOf(found.values())).map(checks);
                });
  }

  /** The failing parents come first. */
  private static String looks(String of) {
    return SqlResource.read(ParentStore.class, "looks.sql").replace("{of}", of);
  }

  private static CheckContext with(CheckContext check, Row row) {
    boolean failing = row.getBoolean(6);
    ParentState before = check.parents();
    Holder holder =
        failing && check.holder() == null
            ? new Holder(
                row.getUUID(2), row.getLong(3), Objects.requireNonNullElse(row.getString(4), ""))
            : check.holder();
    return check.with(
        ParentState.of(
            failing || before.failing(),
            Math.max(before.waitMillis(), row.getLong(7)),
            failing ? before.lookedMillis() : Math.min(before.lookedMillis(), row.getLong(10)),
            row.getLong(1)),
        holder);
  }

  /**
   * Makes due some of the checks that a failure may have held that has ended; fails when the
   * database does.
   *
   * @return false when no failure has ended
   */
  Future<Boolean> wake(SqlConnection connection, int most) {
    return connection
        .preparedQuery(ENDED)
        .execute()
        .compose(
            rows -> {
              if (rows.size() == 0) {
                return Future.succeededFuture(false);
              }
              Row ended = rows.iterator().next();
              return begin(connection, ended)
                  .compose(
                      begun ->
                          connection
                              .preparedQuery(WAKE)
                              .execute(Tuple.of(ended.getUUID(1), ended.getUUID(2), most)))
                  .compose(
                      woken ->
                          goOn(
                              connection,
                              ended.getLong(0),
                              Rows.list(woken, row -> row.getUUID(0)),
                              most))
                  .map(true);
            });
  }

  /** Deletes what was found out about groups that are parents no more. */
  Future<Void> prune(SqlConnection connection) {
    return groups.prune(connection);
  }

  private Future<Void> begin(SqlConnection connection, Row ended) {
    if (ended.getUUID(2) != null) {
      return Future.succeededFuture();
    }
    Long group = ended.getLong(3);
    return (group == null ? Future.<Void>succeededFuture() : groups.forget(connection, group))
        .compose(
            forgotten ->
                connection
                    .preparedQuery(MERGE)
                    .execute(Tuple.of(ended.getLong(0), ended.getUUID(1), group)))
        .mapEmpty();
  }

  private static Future<Void> goOn(
      SqlConnection connection, long ended, List<UUID> woken, int most) {
    return (woken.size() < most
            ? connection.preparedQuery(DONE).execute(Tuple.of(ended))
            : connection
                .preparedQuery(REACHED)
                .execute(Tuple.of(ended, woken.get(woken.size() - 1))))
        .mapEmpty();
  }
}
