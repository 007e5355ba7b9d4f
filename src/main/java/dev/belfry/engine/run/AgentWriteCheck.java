package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.platform.cluster.AgentPlace;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Finds out what an agent may write: runs that are due at its location, and open runs that its
 * location has. Anything else is left out. Any thread may call.
 */
final class AgentWriteCheck {
  /** The runs that may be written, of those that are asked for. */
  private static final String RUNS =
      """
      SELECT w.series_id, w.at, true FROM unnest($1::int[], $2::bigint[]) AS w (series_id, at)
      WHERE EXISTS (SELECT FROM series s
          JOIN schedules v ON v.series_id = s.id AND v.from_ms <= w.at
            AND (v.until_ms IS NULL OR w.at < v.until_ms)
            AND (w.at - v.phase_ms) % v.period_ms = 0
          WHERE s.id = w.series_id AND place_of(s.account_id, s.location) = $3)
        OR EXISTS (SELECT FROM open_runs o JOIN series s ON s.id = o.series_id
          WHERE o.series_id = w.series_id AND o.at = w.at
            AND place_of(s.account_id, o.location) = $3)
        OR EXISTS (SELECT FROM results r JOIN series s ON s.id = r.series_id
          WHERE r.series_id = w.series_id AND r.at = w.at AND r.attempt = 0
            AND place_of(s.account_id, s.location) = $3)
      UNION ALL
      SELECT s.id, 0, false FROM series s WHERE s.id = ANY ($4::int[])
        AND place_of(s.account_id, s.location) = $3""";

  /** Where the next attempt of a run may be made: at a location of its check. */
  private static final String PLACES =
      """
      SELECT w.series_id, w.place FROM unnest($1::int[], $2::text[], $3::smallint[])
          AS w (series_id, place, shard)
        JOIN series s ON s.id = w.series_id AND s.shard = w.shard
      WHERE EXISTS (SELECT FROM series o
        WHERE o.check_id = s.check_id AND place_of(o.account_id, o.location) = w.place)""";

  /** The parts of ranges that are slots of a schedule. */
  private static final String RANGES =
      """
      SELECT m.n, m.first + greatest(0, (v.from_ms - m.first + m.period - 1) / m.period) * m.period,
        CASE WHEN v.until_ms IS NULL OR m.last < v.until_ms THEN m.last
          ELSE m.first + (v.until_ms - 1 - m.first) / m.period * m.period END
      FROM unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[]) WITH ORDINALITY
          AS m (series_id, first, last, period, n)
        JOIN series s ON s.id = m.series_id AND place_of(s.account_id, s.location) = $5
        JOIN schedules v ON v.series_id = s.id AND v.period_ms = m.period
          AND (m.first - v.phase_ms) % v.period_ms = 0
          AND v.from_ms <= m.last AND (v.until_ms IS NULL OR v.until_ms > m.first)""";

  private static final String PRIVATE =
      """
      SELECT place_of(s.account_id, s.location), s.check_id FROM series s
      WHERE s.check_id = ANY ($1::uuid[])
        AND strpos(place_of(s.account_id, s.location), '/') > 0""";

  private final Database database;

  AgentWriteCheck(Database database) {
    this.database = database;
  }

  /** Which of the checks have a series at a private place, by its name. */
  Future<Map<String, Set<UUID>>> privatePlaces(Set<UUID> checks) {
    return database
        .query(PRIVATE, Tuple.tuple().addArrayOfUUID(checks.toArray(UUID[]::new)))
        .map(
            rows -> {
              Map<String, Set<UUID>> places = new HashMap<>();
              rows.forEach(
                  row ->
                      places
                          .computeIfAbsent(row.getString(0), place -> new HashSet<>())
                          .add(row.getUUID(1)));
              return places;
            });
  }

  /**
   * Takes out of a batch what the agent may not write; completes with the number of its results.
   */
  Future<Integer> retain(AgentPlace place, ResultBatch batch) {
    Set<ResultBatch.RunKey> asked = new LinkedHashSet<>();
    batch.results.forEach(row -> asked.add(new ResultBatch.RunKey(row.seriesId(), row.at())));
    asked.addAll(batch.waiting.keySet());
    asked.addAll(batch.ended);
    if (asked.isEmpty() && batch.states.isEmpty()) {
      return Future.succeededFuture(0);
    }
    Tuple runs =
        ResultBatchColumns.longs(
            ResultBatchColumns.ints(Tuple.tuple(), asked, ResultBatch.RunKey::seriesId),
            asked,
            ResultBatch.RunKey::at);
    return database
        .query(
            RUNS,
            runs.addString(place.name())
                .addArrayOfInteger(batch.states.keySet().toArray(Integer[]::new)))
        .compose(
            rows -> {
              Set<ResultBatch.RunKey> allowed = new HashSet<>();
              Set<Integer> own = new HashSet<>();
              for (Row row : rows) {
                if (row.getBoolean(2)) {
                  allowed.add(new ResultBatch.RunKey(row.getInteger(0), row.getLong(1)));
                }
                own.add(row.getInteger(0));
              }
              int before = batch.results.size();
              batch.results.removeIf(
                  row -> !allowed.contains(new ResultBatch.RunKey(row.seriesId(), row.at())));
              batch.waiting.keySet().retainAll(allowed);
              batch.ended.retainAll(allowed);
              batch.states.keySet().retainAll(own);
              return retainPlaces(batch).map(before - batch.results.size());
            });
  }

  private Future<Void> retainPlaces(ResultBatch batch) {
    if (batch.waiting.isEmpty()) {
      return Future.succeededFuture();
    }
    var entries = batch.waiting.entrySet();
    Tuple tuple = ResultBatchColumns.ints(Tuple.tuple(), entries, one -> one.getKey().seriesId());
    tuple.addArrayOfString(
        entries.stream().map(one -> one.getValue().place().location()).toArray(String[]::new));
    ResultBatchColumns.shorts(tuple, entries, one -> one.getValue().place().shard());
    return database
        .query(PLACES, tuple)
        .map(
            rows -> {
              Set<String> allowed = new HashSet<>();
              rows.forEach(row -> allowed.add(row.getInteger(0) + " " + row.getString(1)));
              batch
                  .waiting
                  .entrySet()
                  .removeIf(
                      one ->
                          !allowed.contains(
                              one.getKey().seriesId() + " " + one.getValue().place().location()));
              return null;
            });
  }

  /** The parts of missed runs that are slots of a schedule at the agent's location. */
  Future<List<MissedBatch.Missed>> onSchedule(AgentPlace place, List<MissedBatch.Missed> missed) {
    Tuple tuple = ResultBatchColumns.ints(Tuple.tuple(), missed, MissedBatch.Missed::seriesId);
    ResultBatchColumns.longs(tuple, missed, one -> one.range().first());
    ResultBatchColumns.longs(tuple, missed, one -> one.range().last());
    ResultBatchColumns.longs(tuple, missed, one -> one.range().period());
    return database
        .query(RANGES, tuple.addString(place.name()))
        .map(
            rows -> {
              List<MissedBatch.Missed> kept = new ArrayList<>();
              for (Row row : rows) {
                MissedBatch.Missed one = missed.get((int) (row.getLong(0) - 1));
                if (row.getLong(1) <= row.getLong(2)) {
                  kept.add(
                      new MissedBatch.Missed(
                          one.seriesId(),
                          new MissedRange(row.getLong(1), row.getLong(2), one.range().period()),
                          one.reason()));
                }
              }
              return kept;
            });
  }
}
