package dev.belfry.engine.trigger;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of triggers. */
final class TriggerStore {
  private static final String OF_SUBJECT =
      """
      WHERE account_id = $1 AND (check_id = $2::uuid OR group_id = $3::bigint)""";

  private static final String READ =
      "SELECT " + TriggerRow.COLUMNS + " FROM run_triggers " + OF_SUBJECT;

  /**
   * Creates nothing for what the account lacks, and beside a trigger that exists. The lock has it
   * wait for a deletion that is under way, which the foreign key would else refuse it for.
   */
  private static final String CREATE =
      """
      WITH of_check AS (SELECT FROM checks WHERE account_id = $1 AND id = $2 FOR KEY SHARE),
      of_group AS (SELECT FROM check_groups WHERE account_id = $1 AND id = $3 FOR KEY SHARE)
      INSERT INTO run_triggers (account_id, nonce, check_id, group_id, created_at)
      SELECT $1, $4::uuid, $2::uuid, $3::bigint, $5::timestamptz
      WHERE EXISTS (SELECT FROM of_check) OR EXISTS (SELECT FROM of_group)
      ON CONFLICT DO NOTHING RETURNING\s"""
          + TriggerRow.COLUMNS;

  private static final String DELETE = "DELETE FROM run_triggers " + OF_SUBJECT;

  private static final String WAITS_FOR_PINGS =
      """
      SELECT EXISTS (SELECT FROM checks
        WHERE account_id = $1 AND id = $2 AND check_type = 'HEARTBEAT')""";

  private static final String CALL =
      """
      UPDATE run_triggers SET called_at = $4
      WHERE nonce = $1 AND (check_id = $2::uuid OR group_id = $3::bigint) RETURNING account_id""";

  private static final String MEMBERS =
      "SELECT id FROM checks WHERE account_id = $1 AND group_id = $2 ORDER BY id";

  private final Database database;

  TriggerStore(Database database) {
    this.database = database;
  }

  Future<Optional<TriggerRow>> read(UUID account, TriggerSubject subject) {
    return database
        .query(READ, Tuple.of(account, subject.check(), subject.group()))
        .map(rows -> Rows.first(rows, TriggerRow::of));
  }

  /** Creates a trigger; empty when its subject has one, or the account lacks the subject. */
  Future<Optional<TriggerRow>> create(
      UUID account, TriggerSubject subject, UUID nonce, OffsetDateTime now) {
    return database
        .change(CREATE, Tuple.of(account, subject.check(), subject.group(), nonce, now))
        .map(rows -> Rows.first(rows, TriggerRow::of));
  }

  /** Deletes a trigger; false when there is none. */
  Future<Boolean> delete(UUID account, TriggerSubject subject) {
    return database
        .change(DELETE, Tuple.of(account, subject.check(), subject.group()))
        .map(rows -> rows.rowCount() > 0);
  }

  /** Whether a check is a heartbeat monitor, which makes no runs. */
  Future<Boolean> waitsForPings(UUID account, UUID check) {
    return database
        .query(WAITS_FOR_PINGS, Tuple.of(account, check))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }

  /** Notes a call of a trigger and returns its account; empty when there is no such trigger. */
  Future<Optional<UUID>> call(UUID nonce, TriggerSubject subject, OffsetDateTime now) {
    return database
        .query(CALL, Tuple.of(nonce, subject.check(), subject.group(), now))
        .map(rows -> Rows.first(rows, row -> row.getUUID(0)));
  }

  /** The checks of a group. */
  Future<List<UUID>> members(UUID account, long group) {
    return database
        .query(MEMBERS, Tuple.of(account, group))
        .map(rows -> Rows.list(rows, row -> row.getUUID(0)));
  }
}
