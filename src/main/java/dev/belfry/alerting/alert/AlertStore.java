package dev.belfry.alerting.alert;

import dev.belfry.alerting.grouping.GroupedAlerts;
import dev.belfry.monitoring.check.EffectiveSettings;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The SQL of alert states, within the caller's transaction. A locked state also protects its check
 * from deletion. Statements never wait for a deletion; they tell which checks and channels another
 * transaction is deleting.
 */
final class AlertStore {
  private static final Logger LOG = LoggerFactory.getLogger(AlertStore.class);
  private static final long RUNS_LOOKED_AT_MILLIS = TimeUnit.DAYS.toMillis(8);

  /** Locks in the order of ids, so that two transactions cannot deadlock. */
  private static final String LOCK =
      """
      WITH there AS MATERIALIZED (
        SELECT id, account_id FROM checks WHERE id = ANY ($1) FOR KEY SHARE SKIP LOCKED)
      INSERT INTO alert_states AS t (check_id, account_id, state)
      SELECT id, account_id, '{}' FROM there ORDER BY id
      ON CONFLICT (check_id) DO UPDATE SET account_id = excluded.account_id
      RETURNING check_id, state::text, incident_id""";

  private static final String LOCK_DUE =
      """
      SELECT t.check_id, t.state::text, t.incident_id
      FROM alert_states t JOIN checks c ON c.id = t.check_id
      WHERE t.due_ms <= (SELECT epoch_millis()) ORDER BY t.due_ms LIMIT $1
      FOR UPDATE OF t SKIP LOCKED FOR KEY SHARE OF c SKIP LOCKED""";

  private static final String POSTPONE =
      "UPDATE alert_states SET due_ms = epoch_millis() + $2 WHERE check_id = $1";

  private static final String FACTS =
      "SELECT "
          + CheckContext.COLUMNS
          + """
           FROM checks c
          LEFT JOIN check_groups g ON g.id = c.group_id
          JOIN accounts a ON a.id = c.account_id"""
          + EffectiveSettings.JOIN
          + "WHERE c.id = ANY ($1)";

  /** The bounds let the planner skip other partitions. */
  private static final String RUNS_OF_SLOTS = SqlResource.read(AlertStore.class, "runs.sql");

  private static final String NEWEST_BAD_RUNS =
      SqlResource.read(AlertStore.class, "newest-bad-runs.sql");

  private static final String SUBSCRIBED_CHANNELS =
      """
      WITH wanted AS (
        SELECT s.check_id, s.channel_id FROM alert_channel_subscriptions s
        WHERE s.check_id = ANY ($1) AND s.activated
        UNION
        SELECT c.id, s.channel_id FROM checks c
        JOIN alert_channel_subscriptions s ON s.group_id = c.group_id
        WHERE c.id = ANY ($1) AND s.activated),
      there AS MATERIALIZED (
        SELECT id FROM alert_channels WHERE id IN (SELECT channel_id FROM wanted)
        ORDER BY id FOR KEY SHARE SKIP LOCKED)
      SELECT w.check_id, %s,
        h.id NOT IN (SELECT id FROM there)
      FROM wanted w JOIN alert_channels h ON h.id = w.channel_id
      ORDER BY w.check_id, h.id"""
          .formatted(SubscribedChannel.COLUMNS);

  private static final String THERE = "SELECT id FROM checks WHERE id = ANY ($1)";

  private static final String NOTIFIED_CHANNELS =
      """
      WITH withdrawn AS (
        DELETE FROM deliveries WHERE id = ANY (ARRAY(
          SELECT d.id FROM alerts a JOIN deliveries d ON d.alert_id = a.id
          WHERE a.episode = ANY ($1) AND d.held_until_ms IS NOT NULL AND d.state = 'PENDING'
            AND d.attempts = 0 FOR UPDATE OF d SKIP LOCKED)) RETURNING id)
      SELECT DISTINCT a.episode, d.channel_id FROM alerts a
      JOIN deliveries d ON d.alert_id = a.id
      WHERE a.episode = ANY ($1) AND d.id NOT IN (SELECT id FROM withdrawn)""";

  /** A state that is locked. */
  record Locked(UUID checkId, AlertState state, @Nullable UUID incident) {
    static Locked of(Row row) {
      return new Locked(row.getUUID(0), AlertState.of(row.getString(1)), row.getUUID(2));
    }

    static List<UUID> checks(List<Locked> states) {
      return states.stream().map(Locked::checkId).toList();
    }
  }

  /** Locks the states of checks and creates missing ones; skips deleted checks. */
  Future<List<Locked>> lock(SqlConnection connection, Collection<UUID> checks) {
    return connection
        .preparedQuery(LOCK)
        .execute(uuids(checks))
        .map(rows -> Rows.list(rows, Locked::of));
  }

  /** Locks due states that no other transaction has locked. */
  Future<List<Locked>> lockDue(SqlConnection connection, int most) {
    return connection
        .preparedQuery(LOCK_DUE)
        .execute(Tuple.of(most))
        .map(rows -> Rows.list(rows, Locked::of));
  }

  /** Those of some checks that exist, also when another transaction is deleting them. */
  Future<Set<UUID>> existing(SqlConnection connection, Collection<UUID> checks) {
    return connection
        .preparedQuery(THERE)
        .execute(uuids(checks))
        .map(rows -> Set.copyOf(Rows.list(rows, row -> row.getUUID(0))));
  }

  /** Makes a state due again after a pause. */
  Future<Void> postpone(SqlConnection connection, UUID check, long millis) {
    return connection.preparedQuery(POSTPONE).execute(Tuple.of(check, millis)).mapEmpty();
  }

  /** What is in force for checks. Those with settings that do not fit are told and left out. */
  Future<Map<UUID, CheckContext>> facts(SqlConnection connection, Collection<UUID> checks) {
    return connection
        .preparedQuery(FACTS)
        .execute(uuids(checks))
        .map(
            rows -> {
              Map<UUID, CheckContext> facts = new HashMap<>();
              for (Row row : rows) {
                try {
                  facts.put(row.getUUID(0), CheckContext.of(row));
                } catch (IllegalArgumentException e) {
                  LOG.error("Check {} cannot raise alerts: {}", row.getUUID(0), e.getMessage());
                }
              }
              return facts;
            });
  }

  /** The final results of some slots, in the order in which they ended. */
  Future<List<FinalResult>> runs(SqlConnection connection, Map<UUID, List<Long>> slots) {
    List<UUID> checks = new ArrayList<>();
    List<Long> times = new ArrayList<>();
    slots.forEach(
        (check, some) ->
            some.forEach(
                slot -> {
                  checks.add(check);
                  times.add(slot);
                }));
    long first = times.stream().mapToLong(Long::longValue).min().orElse(0);
    long last = times.stream().mapToLong(Long::longValue).max().orElse(0);
    return connection
        .preparedQuery(RUNS_OF_SLOTS)
        .execute(
            uuids(checks).addArrayOfLong(times.toArray(Long[]::new)).addLong(first).addLong(last))
        .map(rows -> Rows.list(rows, AlertStore::run));
  }

  /** The newest result of each check that did not pass. */
  Future<Map<UUID, FinalResult>> newestBadRuns(
      SqlConnection connection, Collection<UUID> checks, long now) {
    return connection
        .preparedQuery(NEWEST_BAD_RUNS)
        .execute(uuids(checks).addLong(now - RUNS_LOOKED_AT_MILLIS))
        .map(
            rows -> {
              Map<UUID, FinalResult> newest = new HashMap<>();
              rows.forEach(row -> newest.put(row.getUUID(0), run(row)));
              return newest;
            });
  }

  /** The subscribed channels by check, locked against deletion. */
  Future<Map<UUID, List<SubscribedChannel>>> subscribedChannels(
      SqlConnection connection, Collection<UUID> checks) {
    return connection
        .preparedQuery(SUBSCRIBED_CHANNELS)
        .execute(uuids(checks))
        .map(
            rows -> {
              Map<UUID, List<SubscribedChannel>> subscribedChannels = new HashMap<>();
              for (Row row : rows) {
                subscribedChannels
                    .computeIfAbsent(row.getUUID(0), check -> new ArrayList<>())
                    .add(SubscribedChannel.of(row));
              }
              return subscribedChannels;
            });
  }

  /**
   * Withdraws messages of episodes that wait for the end of quiet hours and were never attempted.
   * The future has the channels that got an alert, by episode.
   */
  Future<Map<UUID, Set<Long>>> notifiedChannels(
      SqlConnection connection, Collection<UUID> episodes) {
    return connection
        .preparedQuery(NOTIFIED_CHANNELS)
        .execute(uuids(episodes))
        .map(
            rows -> {
              Map<UUID, Set<Long>> notified = new HashMap<>();
              for (Row row : rows) {
                notified
                    .computeIfAbsent(row.getUUID(0), episode -> new HashSet<>())
                    .add(row.getLong(1));
              }
              return notified;
            });
  }

  /** Writes new states, alerts and deliveries, and notes alerts that are grouped. */
  Future<Void> write(SqlConnection connection, AlertRows rows) {
    return connection
        .preparedQuery(AlertRows.WRITE)
        .execute(rows.parameters())
        .compose(written -> GroupedAlerts.note(connection, rows.grouped()));
  }

  private static FinalResult run(Row row) {
    long slot = row.getLong(3);
    long started = slot + row.getInteger(5);
    long micros = row.getInteger(6);
    return new FinalResult(
        row.getUUID(0),
        row.getInteger(1),
        row.getString(2),
        slot,
        Verdict.of(row.getInteger(4)),
        started,
        started + TimeUnit.MICROSECONDS.toMillis(micros),
        micros,
        row.getInteger(7),
        row.getString(8));
  }

  private static Tuple uuids(Collection<UUID> ids) {
    return Tuple.tuple().addArrayOfUUID(ids.toArray(UUID[]::new));
  }
}
