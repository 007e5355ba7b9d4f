package dev.belfry.engine.heartbeat;

import dev.belfry.monitoring.heartbeat.BeatState;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The statements of a transaction that changes monitors, and their parameters. */
final class HeartbeatRows {
  /** The monitors are locked, so their versions are those that were read. */
  static final String STATES =
      """
      UPDATE heartbeats h SET version = h.version + 1, last_at = a.last_at, beat_at = a.beat_at,
        start_at = a.start_at, expected_at = a.expected_at, due_at = a.due_at,
        missing = a.missing, changed_at = a.changed_at, look_at = a.look_at,
        expected = a.expected, came = a.came, missed = a.missed, withdrawn = a.withdrawn
      FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
        $7::boolean[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[],
        $13::bigint[])
        AS a (check_id, last_at, beat_at, start_at, expected_at, due_at, missing, changed_at,
          look_at, expected, came, missed, withdrawn)
      WHERE h.check_id = a.check_id""";

  /** The last result of a series is its state. */
  static final String RESULTS =
      """
      WITH stored AS MATERIALIZED (
        SELECT * FROM unnest($1::int[], $2::bigint[], $3::int[], $4::int[], $5::int[], $6::int[],
          $7::text[]) AS a (series_id, at, attempt, verdict, reason, micros, detail)),
      written AS (
        INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status,
            dns, tcp, tls, first_byte, download)
          SELECT s.at, s.series_id, s.micros, 0, s.attempt, s.verdict, s.reason, 0, 0, 0, 0, 0, 0
            FROM stored s
          ON CONFLICT DO NOTHING),
      detailed AS (
        INSERT INTO result_details (at, series_id, attempt, detail)
          SELECT s.at, s.series_id, s.attempt, s.detail::jsonb FROM stored s
          ON CONFLICT DO NOTHING)
      INSERT INTO series_states AS t (series_id, verdict, since_ms)
        SELECT DISTINCT ON (s.series_id) s.series_id, s.verdict, s.at FROM stored s
          WHERE s.attempt = 0 ORDER BY s.series_id, s.at DESC
        ON CONFLICT (series_id) DO UPDATE SET verdict = excluded.verdict, since_ms = excluded.since_ms
          WHERE t.verdict <> excluded.verdict""";

  private HeartbeatRows() {}

  /** A result of a series. */
  record Stored(int seriesId, BeatResult result) {}

  static Tuple states(List<HeartbeatChange> changes) {
    Tuple tuple =
        Tuple.tuple()
            .addArrayOfUUID(
                changes.stream().map(change -> change.row().monitor()).toArray(UUID[]::new));
    longs(tuple, changes, BeatState::lastAt);
    longs(tuple, changes, BeatState::beatAt);
    longs(tuple, changes, BeatState::startAt);
    longs(tuple, changes, BeatState::expectedAt);
    longs(tuple, changes, BeatState::dueAt);
    tuple.addArrayOfBoolean(
        changes.stream().map(change -> change.next().state().missing()).toArray(Boolean[]::new));
    tuple.addArrayOfLong(
        changes.stream().map(change -> change.next().changedAt()).toArray(Long[]::new));
    tuple.addArrayOfLong(
        changes.stream().map(change -> change.next().lookAt()).toArray(Long[]::new));
    longs(tuple, changes, state -> state.counts().expected());
    longs(tuple, changes, state -> state.counts().came());
    longs(tuple, changes, state -> state.counts().missed());
    longs(tuple, changes, state -> state.counts().withdrawn());
    return tuple;
  }

  private static void longs(
      Tuple tuple, List<HeartbeatChange> changes, Function<BeatState, @Nullable Long> value) {
    tuple.addArrayOfLong(
        changes.stream().map(change -> value.apply(change.next().state())).toArray(Long[]::new));
  }

  static Tuple results(List<Stored> results) {
    Tuple tuple = Tuple.tuple();
    ints(tuple, results, Stored::seriesId);
    tuple.addArrayOfLong(results.stream().map(one -> one.result().at()).toArray(Long[]::new));
    ints(tuple, results, one -> one.result().attempt());
    ints(tuple, results, one -> (int) one.result().verdict().code());
    ints(tuple, results, one -> (int) one.result().reason().code());
    ints(tuple, results, one -> one.result().micros());
    return tuple.addArrayOfString(
        results.stream().map(one -> one.result().detail()).toArray(String[]::new));
  }

  private static void ints(Tuple tuple, List<Stored> results, Function<Stored, Integer> value) {
    tuple.addArrayOfInteger(results.stream().map(value).toArray(Integer[]::new));
  }
}
