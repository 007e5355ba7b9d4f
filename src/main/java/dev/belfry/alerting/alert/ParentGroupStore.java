package dev.belfry.alerting.alert;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what was found out about groups that others depend on. A batch of results that needs one of
 * them then reads one row and one check of it, however many checks the group has.
 *
 * <p>A group that is well has a witness: an active check that does not fail. Readers look at the
 * witness, so such a judgement is exact. That a group fails is believed for a short time, unless
 * the failure of one of its checks has ended since. Who judges a group stores the judgement if that
 * needs no waiting.
 */
final class ParentGroupStore {
  /** How long it is believed that a group fails. */
  static final long FAILING_MILLIS = 10_000;

  /** How long a group is not judged anew whose witness is well: its slowest period may change. */
  static final long WELL_MILLIS = 60_000;

  /** Waits for no lock: what another transaction stores at this moment is as good. */
  private static final String STORE =
      """
      INSERT INTO parent_groups AS k (group_id, failing, witness, period_ms, judged_ms)
      SELECT n.* FROM unnest($1::bigint[], $2::boolean[], $3::uuid[], $4::bigint[], $5::bigint[])
        AS n (group_id, failing, witness, period_ms, judged_ms)
      WHERE pg_try_advisory_xact_lock(hashtextextended('belfry.parent_group ' || n.group_id, 0))
      ON CONFLICT (group_id) DO UPDATE SET failing = excluded.failing, witness = excluded.witness,
        period_ms = excluded.period_ms, judged_ms = excluded.judged_ms
      WHERE k.judged_ms < excluded.judged_ms""";

  private static final String LOCK =
      "SELECT pg_advisory_xact_lock(hashtextextended('belfry.parent_group ' || $1::bigint, 0))";

  /** The time is that of the look, which sees the end. */
  private static final String FORGET =
      """
      INSERT INTO parent_groups AS k (group_id, failing, judged_ms, ended_ms)
      VALUES ($1, false, 0, epoch_millis())
      ON CONFLICT (group_id) DO UPDATE SET ended_ms = excluded.ended_ms""";

  private static final String PRUNE =
      """
      DELETE FROM parent_groups k
      WHERE NOT EXISTS (SELECT FROM dependencies d WHERE d.parent_group_id = k.group_id)
        AND k.judged_ms < (SELECT epoch_millis()) - 3600000""";

  /**
   * A group as it was found.
   *
   * @param witness an active check that does not fail, null for none
   * @param period the slowest of its active checks, null without one
   * @param judged when the look began, milliseconds since 1970
   */
  record Judgement(
      long group, boolean failing, @Nullable UUID witness, @Nullable Long period, long judged) {
    /** Reads the columns group, failing, period, witness and time. */
    static Judgement of(Row row, int first) {
      return new Judgement(
          row.getLong(first),
          Boolean.TRUE.equals(row.getBoolean(first + 1)),
          row.getUUID(first + 3),
          row.getLong(first + 2),
          row.getLong(first + 4));
    }
  }

  /** Stores judgements, without waiting; fails when the database does. */
  Future<Void> store(SqlConnection connection, List<Judgement> found) {
    if (found.isEmpty()) {
      return Future.succeededFuture();
    }
    return connection
        .preparedQuery(STORE)
        .execute(
            Tuple.tuple()
                .addArrayOfLong(found.stream().map(Judgement::group).toArray(Long[]::new))
                .addArrayOfBoolean(found.stream().map(Judgement::failing).toArray(Boolean[]::new))
                .addArrayOfUUID(found.stream().map(Judgement::witness).toArray(UUID[]::new))
                .addArrayOfLong(found.stream().map(Judgement::period).toArray(Long[]::new))
                .addArrayOfLong(found.stream().map(Judgement::judged).toArray(Long[]::new)))
        .mapEmpty();
  }

  /**
   * Makes sure that no reader believes that a group fails, because of a look that began before now.
   * The caller holds no lock that a batch of results waits for.
   */
  Future<Void> forget(SqlConnection connection, long group) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(group))
        .compose(locked -> connection.preparedQuery(FORGET).execute(Tuple.of(group)))
        .mapEmpty();
  }

  /** Deletes what concerns groups that no check depends on. */
  Future<Void> prune(SqlConnection connection) {
    return connection.preparedQuery(PRUNE).execute().mapEmpty();
  }
}
