package dev.belfry.alerting.alert;

import dev.belfry.monitoring.check.Verdict;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Adds to alerts what their run found at every location, for checks that run at several locations
 * at once. One statement for all alerts of a transaction.
 */
final class AlertEvidence {
  /** The bounds let the planner skip other partitions. */
  private static final String LOCATIONS =
      """
      WITH slots AS MATERIALIZED (
        SELECT w.check_id, w.at, s.id, s.location
        FROM unnest($1::uuid[], $2::bigint[]) AS w (check_id, at)
        JOIN series s ON s.check_id = w.check_id),
      ran AS MATERIALIZED (
        SELECT r.series_id, r.at, r.verdict, r.response_us, d.detail ->> 'message' AS message
        FROM slots w
        JOIN results r ON r.series_id = w.id AND r.attempt = 0 AND r.at = w.at
          AND r.at >= $3 AND r.at <= $4
        LEFT JOIN result_details d ON d.series_id = r.series_id AND d.attempt = 0 AND d.at = r.at
          AND d.at >= $3 AND d.at <= $4)
      SELECT w.check_id, w.at, w.location, r.verdict::int, r.response_us, r.message
      FROM slots w LEFT JOIN ran r ON r.series_id = w.id AND r.at = w.at
      WHERE r.verdict IS NOT NULL OR EXISTS (
        SELECT FROM schedules v WHERE v.series_id = w.id AND v.until_ms IS NULL)""";

  /** A run of a check at all of its locations. */
  private record WholeRun(UUID check, long slot) {}

  /** Adds the evidence to the contexts of alerts. The future fails when the database does. */
  Future<Void> add(SqlConnection connection, List<AlertTransition> transitions) {
    List<AlertTransition> parallel =
        transitions.stream()
            .filter(
                transition ->
                    !transition.alerts.isEmpty() && transition.check.policy().locations() > 1)
            .toList();
    Set<WholeRun> runs =
        parallel.stream()
            .flatMap(transition -> transition.alerts.stream())
            .filter(alert -> alert.run() != null)
            .map(AlertEvidence::run)
            .collect(Collectors.toSet());
    if (runs.isEmpty()) {
      return Future.succeededFuture();
    }
    return read(connection, List.copyOf(runs))
        .map(
            found -> {
              for (AlertTransition transition : parallel) {
                int needed = SlotResults.needed(transition.check.policy());
                transition.alerts.replaceAll(alert -> with(alert, needed, found));
              }
              return null;
            });
  }

  private static Alert with(
      Alert alert, int needed, Map<WholeRun, List<RunEvidence.AtLocation>> found) {
    List<RunEvidence.AtLocation> locations = alert.run() == null ? null : found.get(run(alert));
    return locations == null
        ? alert
        : alert.withContext(AlertContext.with(alert.context(), new RunEvidence(locations, needed)));
  }

  private static WholeRun run(Alert alert) {
    FinalResult run = alert.run();
    return new WholeRun(alert.check().checkId(), run == null ? 0 : run.slot());
  }

  private static Future<Map<WholeRun, List<RunEvidence.AtLocation>>> read(
      SqlConnection connection, List<WholeRun> runs) {
    long first = runs.stream().mapToLong(WholeRun::slot).min().orElse(0);
    long last = runs.stream().mapToLong(WholeRun::slot).max().orElse(0);
    return connection
        .preparedQuery(LOCATIONS)
        .execute(
            Tuple.tuple()
                .addArrayOfUUID(runs.stream().map(WholeRun::check).toArray(UUID[]::new))
                .addArrayOfLong(runs.stream().map(WholeRun::slot).toArray(Long[]::new))
                .addLong(first)
                .addLong(last))
        .map(
            rows -> {
              Map<WholeRun, List<RunEvidence.AtLocation>> found = new HashMap<>();
              for (Row row : rows) {
                found
                    .computeIfAbsent(
                        new WholeRun(row.getUUID(0), row.getLong(1)), run -> new ArrayList<>())
                    .add(location(row));
              }
              return found;
            });
  }

  private static RunEvidence.AtLocation location(Row row) {
    Integer verdict = row.getInteger(3);
    Integer micros = row.getInteger(4);
    return new RunEvidence.AtLocation(
        row.getString(2),
        verdict == null ? null : Verdict.of(verdict),
        row.getString(5),
        millis(micros));
  }

  private static @Nullable Long millis(@Nullable Integer micros) {
    return micros == null || micros == 0 ? null : (Long) TimeUnit.MICROSECONDS.toMillis(micros);
  }
}
