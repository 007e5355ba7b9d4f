package dev.belfry.engine.session;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Stores check sessions in Postgres. Times are the database's. */
final class SessionStore {
  /**
   * Keeps two sessions that start in one millisecond from taking the same slot. What waits for it
   * keeps a connection from others, so it waits for a second at most.
   */
  private static final String LOCK =
      """
      SELECT set_config('lock_timeout', '1s', true),
        pg_advisory_xact_lock(hashtextextended('belfry.sessions ' || $1::uuid::text, 0))""";

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  /**
   * Opens a run at every location of each check and notifies the owners of the shards. Its slot is
   * the first millisecond from now at which the series has neither a slot nor a run. Also deletes
   * sessions whose results are no longer kept.
   */
  private static final String START = SqlResource.read(SessionStore.class, "start.sql");

  private static final String WAIT_FOR_PINGS =
      """
      SELECT EXISTS (SELECT FROM checks
        WHERE account_id = $1 AND id = ANY ($2) AND check_type = 'HEARTBEAT')""";

  /** Whether a run without a final result may still get one. */
  private static final String MAY_END =
      """
      (EXISTS (SELECT FROM open_runs o WHERE o.series_id = r.series_id AND o.at = r.at)
        OR r.at > epoch_millis() - $2::bigint)""";

  private static final String READ =
      """
      WITH runs AS MATERIALIZED (
        SELECT n.id, n.check_id, n.started_ms, n.cancelled_ms, r.series_id, r.at
        FROM check_sessions n JOIN check_session_runs r ON r.session_id = n.id
        WHERE n.account_id = $1 AND n.id = ANY ($3)),
      asked AS MATERIALIZED (
        SELECT r.series_id, r.at, a.n FROM runs r
        CROSS JOIN unnest('{0,1,2,3,4,5,6,7,8,9,10,11,12}'::smallint[]) AS a (n)),
      attempts AS MATERIALIZED (
        SELECT f.series_id, f.at, f.attempt, f.verdict, f.reason, f.delay_ms, f.response_us,
          d.detail ->> 'location' AS location
        FROM asked r
        JOIN results f ON f.series_id = r.series_id AND f.at = r.at AND f.attempt = r.n
        LEFT JOIN result_details d
          ON d.series_id = f.series_id AND d.at = f.at AND d.attempt = f.attempt)
      SELECT r.id, r.check_id, c.check_type, c.settings ->> 'name', r.started_ms, r.cancelled_ms,
        r.series_id, r.at, e.location,\s"""
          + MAY_END
          + """
          , f.attempt, f.verdict, f.reason, f.delay_ms, f.response_us,
          coalesce(f.location, e.location)
        FROM runs r
        JOIN checks c ON c.id = r.check_id
        JOIN series e ON e.id = r.series_id
        LEFT JOIN attempts f ON f.series_id = r.series_id AND f.at = r.at
        ORDER BY r.id, r.series_id, f.attempt = 0, f.attempt""";

  private static final String OVER =
      """
      WITH runs AS MATERIALIZED (
        SELECT r.session_id, r.series_id, r.at FROM check_session_runs r
        WHERE r.session_id = ANY ($1)),
      ended AS MATERIALIZED (
        SELECT f.series_id, f.at FROM runs r
        JOIN results f ON f.series_id = r.series_id AND f.attempt = 0 AND f.at = r.at)
      SELECT asked.id FROM unnest($1::uuid[]) AS asked (id) WHERE NOT EXISTS (
        SELECT FROM runs r WHERE r.session_id = asked.id
          AND NOT EXISTS (SELECT FROM ended f WHERE f.series_id = r.series_id AND f.at = r.at)
          AND\s"""
          + MAY_END
          + ")";

  /** Counts open triggered runs up to a limit. */
  private static final String IS_FULL =
      """
      SELECT count(*) FROM (
        SELECT FROM check_sessions n
        JOIN check_session_runs r ON r.session_id = n.id
        JOIN open_runs o ON o.series_id = r.series_id AND o.at = r.at
        WHERE n.account_id = $1 AND n.started_ms > epoch_millis() - $2::bigint
        LIMIT $3) AS waiting""";

  private static final String OPEN_RUNS =
      """
      SELECT r.series_id, r.at FROM check_sessions n
      JOIN check_session_runs r ON r.session_id = n.id
      JOIN open_runs o ON o.series_id = r.series_id AND o.at = r.at
      WHERE n.account_id = $1 AND n.id = $2""";

  /**
   * Writes the result first and the open run second, in the order of the shard's owner, so that
   * neither statement waits for the other. The second one leaves the first one's result alone.
   */
  private static final String CANCEL =
      """
      WITH clock AS MATERIALIZED (SELECT epoch_millis() AS now_ms),
      missed AS (
        INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status,
          dns, tcp, tls, first_byte, download)
        VALUES ($3, $2, 0, 0, 0, $4, $5, 0, 0, 0, 0, 0, 0)
        ON CONFLICT DO NOTHING RETURNING series_id, at),
      closed AS (
        DELETE FROM open_runs o USING missed m WHERE o.series_id = m.series_id AND o.at = m.at
        RETURNING o.location, o.shard),
      marked AS (
        UPDATE check_sessions n SET cancelled_ms = c.now_ms FROM clock c
        WHERE n.id = $1 AND EXISTS (SELECT FROM missed))
      SELECT (SELECT count(*) FROM missed),
        (SELECT count(pg_notify('belfry_runs', location || ':' || shard)) FROM closed)""";

  /** After so long every run has ended or is given up, with any retries. */
  private static final long LONGEST_RUN_MILLIS = 15 * 60_000L;

  /** A day longer than results are kept by default. */
  private static final long KEPT_MILLIS = 31 * 86_400_000L;

  private final Database database;

  SessionStore(Database database) {
    this.database = database;
  }

  /** An open run of a session. */
  record OpenRun(int series, long at) {}

  /** Keeps other starts of the account waiting; fails with a 429 when one keeps this waiting. */
  Future<Void> lock(SqlConnection connection, UUID account) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(account))
        .<Void>mapEmpty()
        .recover(
            failure ->
                Future.failedFuture(
                    failure instanceof PgException refused
                            && LOCK_NOT_AVAILABLE.equals(refused.getSqlState())
                        ? CheckSessions.tooManyStarts()
                        : failure));
  }

  /** Whether an account has at least so many open triggered runs. */
  Future<Boolean> isFull(SqlConnection connection, UUID account, int most) {
    return connection
        .preparedQuery(IS_FULL)
        .execute(Tuple.of(account, LONGEST_RUN_MILLIS, most))
        .map(rows -> Rows.number(rows) >= most);
  }

  /**
   * Starts a session for each check.
   *
   * @param checks a deleted check gets no session
   * @param sessions the ids of the sessions, in the order of the checks
   */
  Future<Void> start(
      SqlConnection connection, UUID account, List<UUID> checks, List<UUID> sessions) {
    return connection
        .preparedQuery(START)
        .execute(
            Tuple.tuple()
                .addUUID(account)
                .addArrayOfUUID(checks.toArray(UUID[]::new))
                .addArrayOfUUID(sessions.toArray(UUID[]::new))
                .addLong(KEPT_MILLIS))
        .mapEmpty();
  }

  Future<List<CheckSession>> read(UUID account, List<UUID> sessions) {
    return database
        .query(
            READ,
            Tuple.tuple()
                .addUUID(account)
                .addLong(LONGEST_RUN_MILLIS)
                .addArrayOfUUID(sessions.toArray(UUID[]::new)))
        .map(SessionRows::read);
  }

  /** The sessions that are over or do not exist. */
  Future<Set<UUID>> over(Collection<UUID> sessions) {
    return database
        .query(
            OVER,
            Tuple.tuple().addArrayOfUUID(sessions.toArray(UUID[]::new)).addLong(LONGEST_RUN_MILLIS))
        .map(rows -> new HashSet<>(Rows.list(rows, row -> row.getUUID(0))));
  }

  Future<List<OpenRun>> openRuns(UUID account, UUID session) {
    return database
        .query(OPEN_RUNS, Tuple.of(account, session))
        .map(rows -> Rows.list(rows, row -> new OpenRun(row.getInteger(0), row.getLong(1))));
  }

  /** Cancels one run; returns false when it has ended already. */
  Future<Boolean> cancel(UUID session, OpenRun run) {
    return database
        .query(
            CANCEL,
            Tuple.of(
                session, run.series(), run.at(), Verdict.MISSED.code(), Reason.CANCELLED.code()))
        .map(rows -> Rows.number(rows) > 0);
  }

  /** Whether one of these checks is a heartbeat monitor, which makes no runs. */
  Future<Boolean> waitForPings(UUID account, Collection<UUID> checks) {
    return database
        .query(WAIT_FOR_PINGS, Tuple.of(account).addArrayOfUUID(checks.toArray(UUID[]::new)))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }
}
