package dev.belfry.engine.testsession;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Stores test sessions in Postgres. Times are the database's. */
final class TestSessionStore {
  /**
   * Has sessions of an account start one after the other, so that each counts the runs of those
   * before. What waits for it keeps a connection from others, so it waits for a second at most.
   */
  private static final String LOCK =
      """
      SELECT set_config('lock_timeout', '1s', true),
        pg_advisory_xact_lock(hashtextextended('belfry.test_sessions ' || $1::uuid::text, 0))""";

  /** Stores nothing when the account would have too many open runs. Runs with a fault are over. */
  private static final String START =
      """
      WITH clock AS MATERIALIZED (SELECT epoch_millis() AS now_ms),
      session AS (
        INSERT INTO test_sessions (id, account_id, suite, provider, recorded, name, place, location,
          metadata, checks, started_ms)
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9::text::jsonb, cardinality($10::uuid[]), now_ms
        FROM clock WHERE (SELECT count(*) FROM (
          SELECT FROM test_runs WHERE account_id = $2 AND state < 2 LIMIT $16) AS open)
          + CASE WHEN $18::text IS NULL THEN cardinality($10) ELSE 0 END <= $16
        RETURNING id),
      runs AS (
        INSERT INTO test_runs (id, session_id, account_id, position, check_id, logical_id, name,
          check_type, place, job, until_ms, changed_ms, state, outcome, message, version)
        SELECT r.id, s.id, $2, r.position, r.check_id, r.logical_id, r.name, r.check_type, $7,
          CASE WHEN $18::text IS NULL THEN r.job END, now_ms + $17::bigint, now_ms,
          CASE WHEN $18 IS NULL THEN 0 ELSE 2 END, CASE WHEN $18 IS NULL THEN NULL ELSE 4 END, $18,
          1
        FROM session s CROSS JOIN clock CROSS JOIN
          unnest($10::uuid[], $11::uuid[], $12::text[], $13::text[], $14::text[], $15::text[])
          WITH ORDINALITY
          AS r (id, check_id, logical_id, name, check_type, job, position)),
      told AS MATERIALIZED (
        SELECT notify_later('belfry_tests', '{""}') FROM session WHERE $18 IS NULL)
      SELECT count(*), (SELECT count(*) FROM told) FROM session""";

  private static final String SESSIONS =
      """
      SELECT s.id, s.provider, s.name, s.location, s.metadata::text, s.started_ms,
        r.id, r.check_id, r.name, r.check_type, r.outcome, r.message, r.changed_ms
      FROM test_sessions s JOIN test_runs r ON r.session_id = s.id
      WHERE s.account_id = $1 AND s.id = ANY ($2) ORDER BY s.started_ms DESC, s.id DESC, r.position
      """;

  private static final String LIST =
      """
      SELECT s.id FROM test_sessions s CROSS JOIN LATERAL (
        SELECT CASE WHEN bool_or(state < 2) THEN 'RUNNING'
          WHEN bool_or(outcome IN (2, 4)) THEN 'FAILED'
          WHEN bool_or(outcome = 3) THEN 'CANCELLED' ELSE 'PASSED' END AS status
        FROM test_runs WHERE session_id = s.id OFFSET 0) AS r
      WHERE s.account_id = $1 AND s.recorded
        AND ($2::bigint IS NULL OR s.started_ms >= $2) AND ($3::bigint IS NULL OR s.started_ms < $3)
        AND ($4::text[] IS NULL OR r.status = ANY ($4))
        AND ($5::text[] IS NULL OR s.metadata ->> 'branchName' = ANY ($5))
        AND ($6::text[] IS NULL OR s.metadata ->> 'commitOwner' = ANY ($6))
        AND ($7::text[] IS NULL OR s.provider = ANY ($7))
        AND ($8::text IS NULL OR strpos(lower(concat_ws(' ', s.name, s.metadata ->> 'branchName',
          s.metadata ->> 'commitId', s.metadata ->> 'commitMessage', s.metadata ->> 'commitOwner',
          s.metadata ->> 'environment')), lower($8)) > 0)
        AND ($9::uuid IS NULL OR (s.started_ms, s.id) <= (SELECT c.started_ms, c.id
          FROM test_sessions c WHERE c.account_id = $1 AND c.id = $9))
      ORDER BY s.started_ms DESC, s.id DESC LIMIT $10""";

  private static final String OVER =
      """
      SELECT asked.id FROM unnest($1::uuid[]) AS asked (id) WHERE NOT EXISTS (
        SELECT FROM test_runs r WHERE r.session_id = asked.id AND r.state < 2)""";

  private static final String RESULT =
      """
      SELECT r.attempts[cardinality(r.attempts)] FROM test_sessions s
      JOIN test_runs r ON r.session_id = s.id
      WHERE s.account_id = $1 AND s.id = $2 AND r.id = $3 AND r.state = 2""";

  private static final String CANCEL =
      """
      WITH cancelled AS (
        UPDATE test_runs r SET state = 2, outcome = 3, job = NULL, message = 'Cancelled',
          changed_ms = epoch_millis(), version = r.version + 1
        FROM test_sessions s WHERE s.account_id = $1 AND s.id = $2 AND r.session_id = s.id
          AND r.state < 2
        RETURNING r.session_id)
      UPDATE test_sessions SET cancelled_ms = epoch_millis()
      WHERE id IN (SELECT session_id FROM cancelled)""";

  private static final String GROUPS =
      """
      SELECT id, (settings -> 'apiCheckDefaults')::text FROM check_groups
      WHERE account_id = $1 AND id = ANY ($2)""";

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private final Database database;
  private final Sealer sealer;

  TestSessionStore(Database database, Sealer sealer) {
    this.database = database;
    this.sealer = sealer;
  }

  /** Where the job of a run is sealed for. */
  static SealContext jobPlace(UUID account, UUID run) {
    return new SealContext("test_runs.job", account, run.toString());
  }

  /**
   * Stores a session and its runs. Completes with false, and stores nothing, when the account would
   * have more than {@code mostOpen} open runs. Fails with a 429 when many of its sessions start at
   * once.
   *
   * @param waitMillis how long a run may wait
   */
  Future<Boolean> start(
      UUID account,
      NewTestSession session,
      TestPlace place,
      List<NewTestRun> runs,
      int mostOpen,
      long waitMillis) {
    Tuple row =
        Tuple.tuple()
            .addUUID(session.id())
            .addUUID(account)
            .addUUID(session.suite())
            .addString(session.provider())
            .addBoolean(session.recorded())
            .addString(session.name())
            .addString(place.place())
            .addString(place.location())
            .addString(session.metadata())
            .addArrayOfUUID(runs.stream().map(NewTestRun::id).toArray(UUID[]::new))
            .addArrayOfUUID(runs.stream().map(run -> run.job().check()).toArray(UUID[]::new))
            .addArrayOfString(runs.stream().map(NewTestRun::logicalId).toArray(String[]::new))
            .addArrayOfString(runs.stream().map(NewTestRun::name).toArray(String[]::new))
            .addArrayOfString(runs.stream().map(NewTestRun::checkType).toArray(String[]::new))
            .addArrayOfString(runs.stream().map(run -> sealed(account, run)).toArray(String[]::new))
            .addInteger(mostOpen)
            .addLong(waitMillis)
            .addString(place.fault());
    return database
        .transactionInTurn(
            "test sessions",
            connection ->
                connection
                    .preparedQuery(LOCK)
                    .execute(Tuple.of(account))
                    .recover(TestSessionStore::refuseManyStarts)
                    .compose(locked -> connection.preparedQuery(START).execute(row)))
        .map(rows -> Rows.number(rows) > 0);
  }

  private static <T> Future<T> refuseManyStarts(Throwable failure) {
    boolean isBusy =
        failure instanceof PgException refused && LOCK_NOT_AVAILABLE.equals(refused.getSqlState());
    return Future.failedFuture(isBusy ? TestSessions.tooManyStarts() : failure);
  }

  private String sealed(UUID account, NewTestRun run) {
    return sealer.seal(jobPlace(account, run.id()), run.job().text());
  }

  /** A session of the account with its runs; empty for none. */
  Future<Optional<TestSessionRow>> read(UUID account, UUID id) {
    return read(account, List.of(id)).map(found -> found.stream().findFirst());
  }

  private Future<List<TestSessionRow>> read(UUID account, List<UUID> ids) {
    return ids.isEmpty()
        ? Future.succeededFuture(List.of())
        : database
            .query(SESSIONS, Tuple.of(account).addArrayOfUUID(ids.toArray(UUID[]::new)))
            .map(TestSessionStore::sessions);
  }

  private static List<TestSessionRow> sessions(Iterable<Row> rows) {
    Map<UUID, List<TestRunRow>> runs = new LinkedHashMap<>();
    Map<UUID, Row> heads = new HashMap<>();
    for (Row row : rows) {
      heads.putIfAbsent(row.getUUID(0), row);
      runs.computeIfAbsent(row.getUUID(0), first -> new ArrayList<>()).add(run(row));
    }
    List<TestSessionRow> sessions = new ArrayList<>();
    runs.forEach(
        (id, own) -> {
          Row head = Objects.requireNonNull(heads.get(id));
          sessions.add(
              new TestSessionRow(
                  id,
                  head.getString(1),
                  head.getString(2),
                  head.getString(3),
                  head.getString(4),
                  head.getLong(5),
                  own));
        });
    return sessions;
  }

  private static TestRunRow run(Row row) {
    Integer outcome = row.getInteger(10);
    return new TestRunRow(
        row.getUUID(6),
        row.getUUID(7),
        row.getString(8),
        row.getString(9),
        outcome == null ? null : TestOutcome.of(outcome),
        row.getString(11),
        row.getLong(12));
  }

  /** The recorded sessions of the account that a filter selects, newest first. */
  Future<List<TestSessionRow>> list(UUID account, TestSessionFilter filter) {
    return database
        .query(LIST, filter.parameters(account))
        .compose(rows -> read(account, Rows.list(rows, row -> row.getUUID(0))));
  }

  /** The sessions that are over or do not exist. */
  Future<Set<UUID>> over(Collection<UUID> sessions) {
    return database
        .query(OVER, Tuple.tuple().addArrayOfUUID(sessions.toArray(UUID[]::new)))
        .map(rows -> new HashSet<>(Rows.list(rows, row -> row.getUUID(0))));
  }

  /** The last result of a run that is over, JSON text; empty when it has none. */
  Future<Optional<String>> result(UUID account, UUID session, UUID run) {
    return database
        .query(RESULT, Tuple.of(account, session, run))
        .map(rows -> Rows.first(rows, row -> Optional.ofNullable(row.getString(0))))
        .map(found -> found.flatMap(text -> text));
  }

  /** Deletes a session with its runs. */
  Future<Void> delete(UUID account, UUID session) {
    return database
        .change(
            "DELETE FROM test_sessions WHERE account_id = $1 AND id = $2",
            Tuple.of(account, session))
        .mapEmpty();
  }

  /** Ends the open runs of a session as cancelled. */
  Future<Void> cancel(UUID account, UUID session) {
    return database.change(CANCEL, Tuple.of(account, session)).mapEmpty();
  }

  /** The defaults of those of the groups that the account has, JSON text each. */
  Future<Map<Long, Optional<String>>> groups(UUID account, Set<Long> groups) {
    if (groups.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return database
        .query(GROUPS, Tuple.of(account).addArrayOfLong(groups.toArray(Long[]::new)))
        .map(
            rows -> {
              Map<Long, Optional<String>> found = new HashMap<>();
              rows.forEach(row -> found.put(row.getLong(0), Optional.ofNullable(row.getString(1))));
              return found;
            });
  }
}
