package dev.belfry.engine.testsession;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Hands runs to instances and takes their results. An instance holds a run for a time and renews
 * that, so that another one begins the run again when the first one dies. Times are the database's.
 */
final class TestRunClaims {
  /** How long a run is held without a renewal. */
  static final long HELD_MILLIS = 20_000;

  /** How often a run is begun; one that ended its instance thrice is not begun again. */
  private static final int MOST_CLAIMS = 3;

  /** Runs of one account under way at once, at all instances of a location. */
  private static final int MOST_OF_ACCOUNT = 15;

  /** How long runs wait for an instance of their location to come back. */
  private static final long UNCOVERED_MILLIS = 15_000;

  private static final int SWEPT_AT_ONCE = 1_000;

  /** The places of those who run test sessions, at the time that {@code clock} tells. */
  private static final String LIVING =
      """
      SELECT DISTINCT unnest(resolve_places(i.locations)) AS place FROM instances i
        CROSS JOIN clock WHERE i.fenced_at IS NULL AND i.seen_at > now_ms - 10000
        AND (i.agent_key IS NULL OR i.runs_tests)""";

  /**
   * Accounts take turns: the first run of each comes before the second of any. An instance that may
   * not ping leaves ICMP monitors to one of their location that may. Agents get no tests of
   * settings, whose answers they cannot make.
   */
  private static final String CLAIM =
      """
      WITH clock AS MATERIALIZED (SELECT epoch_millis() AS now_ms),
      pinging AS MATERIALIZED (%s AND i.may_ping AND NOT $6),
      queue AS (
        SELECT r.id, r.state = 0 OR r.until_ms < now_ms AS free, row_number() OVER (
          PARTITION BY r.account_id ORDER BY r.state = 0 OR r.until_ms < now_ms, r.changed_ms,
            r.session_id, r.position) AS turn
        FROM test_runs r CROSS JOIN clock
        WHERE r.state < 2 AND r.claims < $2 AND r.place = ANY (resolve_places($1::text[]))
          AND (r.check_type <> 'ICMP' OR NOT EXISTS (
            SELECT FROM pinging p WHERE p.place = r.place))
          AND NOT ($7 AND EXISTS (
            SELECT FROM test_sessions t WHERE t.id = r.session_id AND t.provider = 'TEST'))),
      chosen AS MATERIALIZED (
        SELECT r.id FROM test_runs r CROSS JOIN clock
        WHERE r.id IN (SELECT id FROM queue WHERE free AND turn <= $3 ORDER BY turn LIMIT $4)
          AND r.state < 2 AND (r.state = 0 OR r.until_ms < now_ms)
        FOR UPDATE OF r SKIP LOCKED),
      claimed AS (
        UPDATE test_runs r SET state = 1, claims = r.claims + 1, attempts = '{}',
          until_ms = now_ms + $5::bigint, changed_ms = now_ms, version = r.version + 1
        FROM chosen c CROSS JOIN clock, test_sessions s
        WHERE r.id = c.id AND s.id = r.session_id
        RETURNING r.id, r.account_id, r.check_id, r.name, s.location, r.job, r.claims)
      SELECT c.*, (SELECT count(*) FROM queue WHERE free)
      FROM (VALUES (0)) AS once LEFT JOIN claimed c ON true"""
          .formatted(LIVING);

  private static final String HOLD =
      """
      UPDATE test_runs r SET until_ms = epoch_millis() + $3::bigint
      FROM unnest($1::uuid[], $2::int[]) AS held (id, claim)
      WHERE r.id = held.id AND r.claims = held.claim AND r.state = 1
        AND r.place = coalesce($4, r.place)""";

  private static final String RELEASE =
      """
      WITH released AS (
        UPDATE test_runs r SET state = 0, claims = r.claims - 1,
          until_ms = epoch_millis() + $3::bigint, changed_ms = epoch_millis(),
          version = r.version + 1
        FROM unnest($1::uuid[], $2::int[]) AS held (id, claim)
        WHERE r.id = held.id AND r.claims = held.claim AND r.state = 1
          AND r.place = coalesce($4, r.place)
        RETURNING r.id)
      SELECT notify_later('belfry_tests', '{""}') FROM released LIMIT 1""";

  private static final String ATTEMPT =
      """
      UPDATE test_runs SET attempts = array_append(attempts, $3::text),
        changed_ms = epoch_millis(), version = version + 1
      WHERE id = $1 AND claims = $2 AND state = 1""";

  private static final String END =
      """
      UPDATE test_runs SET state = 2, outcome = $3, message = $4, job = NULL,
        attempts = CASE WHEN $5::text IS NULL THEN attempts ELSE array_append(attempts, $5) END,
        changed_ms = epoch_millis(), version = version + 1
      WHERE id = $1 AND claims = $2 AND state = 1""";

  private static final String GIVE_UP =
      """
      WITH clock AS MATERIALIZED (SELECT epoch_millis() AS now_ms),
      living AS MATERIALIZED (%s),
      lost AS MATERIALIZED (
        SELECT r.id, NOT EXISTS (SELECT FROM living l WHERE l.place = r.place) AS uncovered
        FROM test_runs r CROSS JOIN clock
        WHERE r.state < 2 AND ((r.until_ms < now_ms AND (r.state = 0 OR r.claims >= $1))
          OR (r.changed_ms < now_ms - $2::bigint
            AND NOT EXISTS (SELECT FROM living l WHERE l.place = r.place)))
        LIMIT $3 FOR UPDATE OF r SKIP LOCKED)
      UPDATE test_runs r SET state = 2, outcome = 4, job = NULL, changed_ms = now_ms,
        version = r.version + 1,
        message = CASE WHEN lost.uncovered
            THEN 'No living instance runs checks at ' || s.location
          WHEN r.state = 0 THEN 'No instance at ' || s.location || ' had room for the check'
          ELSE 'The instances that ran the check died' END
      FROM lost CROSS JOIN clock, test_sessions s WHERE r.id = lost.id AND s.id = r.session_id"""
          .formatted(LIVING);

  private static final String WAITING =
      """
      SELECT DISTINCT place FROM test_runs CROSS JOIN epoch_millis() AS now_ms
      WHERE state < 2 AND place = ANY ($1::text[]) AND claims < $2
        AND (state = 0 OR until_ms < now_ms)""";

  private static final String READ =
      """
      SELECT r.id, r.account_id, r.check_id, r.name, s.location, r.job, r.claims
      FROM test_runs r JOIN test_sessions s ON s.id = r.session_id
      WHERE r.id = $1 AND r.claims = $2 AND r.state = 1 AND r.place = $3""";

  private final Database database;

  TestRunClaims(Database database) {
    this.database = database;
  }

  /**
   * Begins runs that wait, or whose instance has died.
   *
   * @param locations of this instance
   * @param mayPing whether the system lets this instance send pings
   * @param isAgent whether an agent claims
   */
  Future<TestRunOrigin.Claimed> claim(
      Collection<String> locations, boolean mayPing, boolean isAgent, int most) {
    return database
        .query(
            CLAIM,
            Tuple.tuple()
                .addArrayOfString(locations.toArray(String[]::new))
                .addInteger(MOST_CLAIMS)
                .addInteger(MOST_OF_ACCOUNT)
                .addInteger(most)
                .addLong(HELD_MILLIS)
                .addBoolean(mayPing)
                .addBoolean(isAgent))
        .map(TestRunClaims::claimed);
  }

  /** Each row says how many runs could be begun; one without a run stands for none. */
  private static TestRunOrigin.Claimed claimed(RowSet<Row> rows) {
    List<ClaimedRun> runs = new ArrayList<>();
    long free = 0;
    for (Row row : rows) {
      free = row.getLong(7);
      if (row.getUUID(0) != null) {
        runs.add(run(row));
      }
    }
    return new TestRunOrigin.Claimed(runs, free > runs.size());
  }

  private static ClaimedRun run(Row row) {
    return new ClaimedRun(
        row.getUUID(0),
        row.getUUID(1),
        row.getUUID(2),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getInteger(6));
  }

  /** A run that one process holds, by the number of its beginning. */
  record Held(UUID id, int claim) {}

  /**
   * Holds runs for another while.
   *
   * @param place that they must be of; null for any
   */
  Future<Void> hold(Collection<Held> runs, @Nullable String place) {
    return database.query(HOLD, held(runs, HELD_MILLIS, place)).mapEmpty();
  }

  /**
   * Gives runs back, so that another process may begin them at once.
   *
   * @param place that they must be of; null for any
   */
  Future<Void> release(Collection<Held> runs, @Nullable String place) {
    return database
        .query(RELEASE, held(runs, TestSessions.LONGEST_WAIT.toMillis(), place))
        .mapEmpty();
  }

  private static Tuple held(Collection<Held> runs, long millis, @Nullable String place) {
    return Tuple.tuple()
        .addArrayOfUUID(runs.stream().map(Held::id).toArray(UUID[]::new))
        .addArrayOfInteger(runs.stream().map(Held::claim).toArray(Integer[]::new))
        .addLong(millis)
        .addString(place);
  }

  /** The places among these at which runs could be begun. */
  Future<Set<String>> waiting(Collection<String> places) {
    return database
        .query(
            WAITING,
            Tuple.tuple().addArrayOfString(places.toArray(String[]::new)).addInteger(MOST_CLAIMS))
        .map(rows -> Set.copyOf(Rows.list(rows, row -> row.getString(0))));
  }

  /** A run of a place that is held; empty when it is not. */
  Future<Optional<ClaimedRun>> read(Held held, String place) {
    return database
        .query(READ, Tuple.of(held.id(), held.claim(), place))
        .map(rows -> Rows.first(rows, TestRunClaims::run));
  }

  /** Adds an attempt that another one follows; completes with false for a run no longer held. */
  Future<Boolean> attempt(ClaimedRun run, String result) {
    return database
        .query(ATTEMPT, Tuple.of(run.id(), run.claim(), result))
        .map(rows -> rows.rowCount() > 0);
  }

  /**
   * Ends a run; one that is no longer held stays as it is.
   *
   * @param message why it did not pass; null for nothing to say
   * @param result JSON text; null for none
   */
  Future<Void> end(
      ClaimedRun run, TestOutcome outcome, @Nullable String message, @Nullable String result) {
    return database
        .query(
            END,
            Tuple.tuple()
                .addUUID(run.id())
                .addInteger(run.claim())
                .addInteger(outcome.code())
                .addString(message)
                .addString(result))
        .mapEmpty();
  }

  /** Ends the runs that no instance will. */
  Future<Void> giveUp() {
    return database
        .query(GIVE_UP, Tuple.of(MOST_CLAIMS, UNCOVERED_MILLIS, SWEPT_AT_ONCE))
        .mapEmpty();
  }
}
