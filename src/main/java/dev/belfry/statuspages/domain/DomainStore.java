package dev.belfry.statuspages.domain;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of domains and their proofs. */
final class DomainStore {
  private static final String UNIQUE_VIOLATION = "23505";

  private static final String USED =
      """
      EXISTS (SELECT FROM status_pages p
              WHERE p.account_id = d.account_id AND p.custom_domain = d.domain)""";

  /** An instance that stops before it has checked a domain leaves it to another, a minute later. */
  private static final String DUE =
      """
      UPDATE custom_domains d SET check_ms = $1 + 60000
      WHERE (account_id, domain) IN (
        SELECT account_id, domain FROM custom_domains WHERE check_ms <= $1
        ORDER BY check_ms LIMIT $2 FOR UPDATE SKIP LOCKED)
      RETURNING account_id, domain, proof, misses, check_ms,\s"""
          + USED;

  /** A page that was written, or a doubt that arose, during the check makes the next one due. */
  private static final String CHECKED =
      """
      UPDATE custom_domains SET proof = $3, problem = $4,
        misses = CASE check_ms WHEN $7 THEN $5 ELSE misses END,
        check_ms = CASE check_ms WHEN $7 THEN $6 ELSE check_ms END
      WHERE account_id = $1 AND domain = $2 AND proof IS NOT DISTINCT FROM $8""";

  /** Makes the checks of all claims of a domain due. */
  private static final String OFFER =
      "UPDATE custom_domains SET check_ms = $2 WHERE domain = $1 AND proof IS NULL";

  private static final String FORGET =
      "DELETE FROM custom_domains d WHERE account_id = $1 AND domain = $2 AND NOT " + USED;

  /** An operator's word stays, and so does the proof of an account that has a page there. */
  private static final String YIELD =
      """
      UPDATE custom_domains d SET proof = NULL, problem = 'TAKEN', misses = 0, check_ms = $4
      WHERE domain = $2 AND account_id <> $1 AND proof IS NOT NULL AND proof <> 'OPERATOR'
        AND (($3 = 'RECORD' AND proof IN ('SETTING', 'UPGRADE')) OR NOT\s"""
          + USED
          + ")";

  private static final String PROVE =
      """
      UPDATE custom_domains d SET proof = $3, problem = NULL, misses = 0, check_ms = $4
      WHERE account_id = $1 AND domain = $2 AND proof IS NOT DISTINCT FROM $5 AND NOT EXISTS (
        SELECT FROM custom_domains o
        WHERE o.domain = $2 AND o.account_id <> $1 AND o.proof IS NOT NULL)""";

  /** The next miss of the account that has the domain ends its proof. */
  private static final String DOUBT =
      """
      UPDATE custom_domains SET misses = $3, check_ms = $4
      WHERE domain = $2 AND account_id <> $1 AND proof = 'RECORD'""";

  /** Of several claims the oldest page has the domain. */
  private static final String TRUST =
      """
      SELECT 1 FROM status_pages p WHERE p.account_id = $1 AND p.custom_domain = $2
        AND NOT EXISTS (SELECT FROM status_pages o
          WHERE o.custom_domain = $2 AND o.account_id <> $1 AND o.id < p.id)""";

  private static final String DISTRUST =
      "UPDATE custom_domains SET proof = NULL, check_ms = $1 WHERE proof = 'SETTING'";

  private final Database database;

  DomainStore(Database database) {
    this.database = database;
  }

  /**
   * A domain whose check is due.
   *
   * @param proof null for a claim
   * @param misses checks in a row that found no record
   * @param lease when it becomes due again unless its outcome is stored, epoch milliseconds
   * @param used whether a page of the account has it
   */
  record Due(
      UUID account,
      String domain,
      @Nullable DomainProof proof,
      int misses,
      long lease,
      boolean used) {
    /** The name of the proof, null for a claim. */
    @Nullable String seen() {
      return proof == null ? null : proof.name();
    }

    private static Due of(Row row) {
      String proof = row.getString(2);
      return new Due(
          row.getUUID(0),
          row.getString(1),
          proof == null ? null : DomainProof.valueOf(proof),
          row.getInteger(3),
          row.getLong(4),
          row.getBoolean(5));
    }
  }

  /** At most {@code most} domains that no other instance checks. */
  Future<List<Due>> due(long now, int most) {
    return database.query(DUE, Tuple.of(now, most)).map(rows -> Rows.list(rows, Due::of));
  }

  /**
   * Stores the outcome of a check, unless the proof has changed meanwhile.
   *
   * @param problem null for none
   * @param next when it is checked again, epoch milliseconds
   */
  Future<Void> checked(
      Due due, @Nullable DomainProof proof, @Nullable String problem, int misses, long next) {
    return database
        .query(
            CHECKED,
            Tuple.of(
                due.account(),
                due.domain(),
                proof == null ? null : proof.name(),
                problem,
                misses,
                next,
                due.lease(),
                due.seen()))
        .mapEmpty();
  }

  /** Lets the claims of a domain be checked at once, since its proof has ended. */
  Future<Void> offer(Due due, long now) {
    return database.query(OFFER, Tuple.of(due.domain(), now)).mapEmpty();
  }

  /** Forgets a domain that no page of the account has. */
  Future<Void> forget(Due due) {
    return database.query(FORGET, Tuple.of(due.account(), due.domain())).mapEmpty();
  }

  /** Whether the account has the oldest page with the domain. */
  Future<Boolean> isFirst(Due due) {
    return database
        .query(TRUST, Tuple.of(due.account(), due.domain()))
        .map(rows -> rows.size() > 0);
  }

  /**
   * Gives a domain to an account. False when another account keeps it; a record of that account is
   * then looked up at once.
   *
   * @param doubted misses that leave the other account one more
   * @param next when it is checked again, epoch milliseconds
   */
  Future<Boolean> prove(Due due, DomainProof proof, int doubted, long now, long next) {
    return database
        .transaction(
            connection ->
                run(connection, YIELD, Tuple.of(due.account(), due.domain(), proof.name(), now))
                    .compose(
                        yielded ->
                            run(
                                connection,
                                PROVE,
                                Tuple.of(
                                    due.account(), due.domain(), proof.name(), next, due.seen())))
                    .compose(
                        proved ->
                            proved > 0
                                ? Future.succeededFuture(true)
                                : run(
                                        connection,
                                        DOUBT,
                                        Tuple.of(due.account(), due.domain(), doubted, now))
                                    .map(false)))
        .recover(
            failure ->
                failure instanceof PgException refused
                        && UNIQUE_VIOLATION.equals(refused.getSqlState())
                    ? Future.succeededFuture(false)
                    : Future.failedFuture(failure));
  }

  private static Future<Integer> run(SqlConnection connection, String sql, Tuple parameters) {
    return connection.preparedQuery(sql).execute(parameters).map(rows -> rows.rowCount());
  }

  /** Takes the proof from every domain that was served without one. */
  Future<Void> distrust(long now) {
    return database.query(DISTRUST, Tuple.of(now)).mapEmpty();
  }
}
