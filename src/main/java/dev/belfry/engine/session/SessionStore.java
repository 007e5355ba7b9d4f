package dev.belfry.engine.session;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
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
  private static final String START =
      """
      WITH clock AS MATERIALIZED (SELECT epoch_millis() AS now_ms),
      chosen AS MATERIALIZED (
        SELECT asked.session_id, c.id AS check_id, s.id AS series_id,
          place_of(s.account_id, s.location) AS location, s.shard, free.at
        FROM unnest($2::uuid[], $3::uuid[]) AS asked (check_id, session_id) CROSS JOIN clock
        JOIN checks c ON c.id = asked.check_id AND c.account_id = $1
        LEFT JOIN check_groups g ON g.id = c.group_id
        CROSS JOIN LATERAL schedule_of(c.id, c.check_type, c.settings, g.settings) AS place
        JOIN series s ON s.check_id = c.id AND s.location = place.location
        CROSS JOIN LATERAL (
          SELECT t AS at FROM generate_series(clock.now_ms, clock.now_ms + 100) AS t
          WHERE NOT EXISTS (SELECT FROM schedules p WHERE p.series_id = s.id AND p.from_ms <= t
              AND (p.until_ms IS NULL OR p.until_ms > t) AND (t - p.phase_ms) % p.period_ms = 0)
            AND NOT EXISTS (SELECT FROM open_runs o WHERE o.series_id = s.id AND o.at = t)
            AND NOT EXISTS (SELECT FROM results f WHERE f.series_id = s.id AND f.attempt = 0
              AND f.at = t AND f.at BETWEEN clock.now_ms AND clock.now_ms + 100)
          LIMIT 1) AS free),
      places AS MATERIALIZED (
        SELECT open_shards(private.places, clock.now_ms) FROM clock CROSS JOIN (
          SELECT array_agg(DISTINCT location) AS places FROM chosen WHERE location LIKE '%/%')
          AS private
        WHERE private.places IS NOT NULL),
      sessions AS (
        INSERT INTO check_sessions (id, account_id, check_id, started_ms)
        SELECT DISTINCT session_id, $1::uuid, check_id, now_ms FROM chosen CROSS JOIN clock),
      runs AS (
        INSERT INTO check_session_runs (session_id, series_id, at)
        SELECT session_id, series_id, at FROM chosen),
      opened AS (
        INSERT INTO open_runs (series_id, at, location, shard, attempts, started_ms, due_ms)
        SELECT series_id, at, location, shard, 0, at, at FROM chosen),
      swept AS (
        DELETE FROM check_sessions WHERE id IN (
          SELECT old.id FROM check_sessions old CROSS JOIN clock
          WHERE old.account_id = $1 AND old.started_ms < clock.now_ms - $4::bigint
          ORDER BY old.started_ms LIMIT 1000))
      SELECT count(pg_notify('belfry_runs', location || ':' || shard)), (SELECT count(*) FROM places)
      FROM (SELECT DISTINCT location, shard FROM chosen) AS shards""";

  private static final String WAIT_FOR_PINGS =
      """
      SELECT EXISTS (SELECT FROM checks
        WHERE account_id = $1 AND id = ANY ($2) AND check_type = 'HEARTBEAT')""";

  /** Whether a run without a final result may still get one. */
  private static final String MAY_END =
      """
      (EXISTS (SELECT FROM open_runs o WHERE o.series_id = r.series_id AND o.at = r.at)
        OR r.at > epoch_millis() - $2::bigint)""";

  /** The limits make the planner look results up by their key, at any estimate. */
  private static final String READ =
      """
      SELECT n.id, n.check_id, c.check_type, c.settings ->> 'name', n.started_ms, n.cancelled_ms,
        r.series_id, r.at, e.location,\s"""
          + MAY_END
          + """
          , f.attempt, f.verdict, f.reason, f.delay_ms, f.response_us,
          coalesce(d.location, e.location)
        FROM check_sessions n
        JOIN checks c ON c.id = n.check_id
        JOIN check_session_runs r ON r.session_id = n.id
        JOIN series e ON e.id = r.series_id
        LEFT JOIN LATERAL (
          SELECT * FROM results WHERE series_id = r.series_id AND at = r.at
            AND attempt = ANY ('{0,1,2,3,4,5,6,7,8,9,10,11,12}') LIMIT 13) AS f ON true
        LEFT JOIN LATERAL (
          SELECT detail ->> 'location' AS location FROM result_details
          WHERE series_id = f.series_id AND at = f.at AND attempt = f.attempt LIMIT 1) AS d ON true
        WHERE n.account_id = $1 AND n.id = ANY ($3)
        ORDER BY n.id, r.series_id, f.attempt = 0, f.attempt""";

  private static final String OVER =
      """
      SELECT asked.id FROM unnest($1::uuid[]) AS asked (id) WHERE NOT EXISTS (
        SELECT FROM check_session_runs r WHERE r.session_id = asked.id
          AND NOT EXISTS (SELECT FROM results f
            WHERE f.series_id = r.series_id AND f.attempt = 0 AND f.at = r.at)
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
      WITH missed AS (
        INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status,
          dns, tcp, tls, first_byte, download)
        VALUES ($3, $2, 0, 0, 0, $4, $5, 0, 0, 0, 0, 0, 0)
        ON CONFLICT DO NOTHING RETURNING series_id, at),
      closed AS (
        DELETE FROM open_runs o USING missed m WHERE o.series_id = m.series_id AND o.at = m.at
        RETURNING o.location, o.shard),
      marked AS (
        UPDATE check_sessions SET cancelled_ms = epoch_millis()
        WHERE id = $1 AND EXISTS (SELECT FROM missed))
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
