package dev.belfry.engine.objective;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The SQL of what the job keeps of each objective. The caller owns the transaction. */
final class ObjectiveStateStore {
  private static final String LOOKED =
      "UPDATE objective_states SET due_ms = $2 WHERE objective_id = ANY ($1::bigint[])";

  private static final String PUT =
      """
      UPDATE objective_states s SET due_ms = n.due_ms, status_due_ms = n.status_due_ms,
        status_ms = n.status_ms, target = n.target::numeric, window_days = n.window_days,
        good = n.good, bad = n.bad, faults = n.faults, missed = n.missed,
        burn_rates = n.burn_rates::double precision[]
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[],
          $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::text[])
        AS n (id, due_ms, status_due_ms, status_ms, target, window_days, good, bad, faults, missed,
          burn_rates)
      WHERE s.objective_id = n.id""";

  private ObjectiveStateStore() {}

  /** Moves the next look at objectives for which nothing was computed. */
  static Future<Void> looked(SqlConnection connection, List<Long> objectives, long due) {
    return objectives.isEmpty()
        ? Future.succeededFuture()
        : connection
            .preparedQuery(LOOKED)
            .execute(Tuple.of(objectives.toArray(Long[]::new), due))
            .mapEmpty();
  }

  /** Stores statuses and moves the next looks. */
  static Future<Void> put(SqlConnection connection, List<ComputedStatus> computed) {
    if (computed.isEmpty()) {
      return Future.succeededFuture();
    }
    return connection
        .preparedQuery(PUT)
        .execute(
            Tuple.tuple()
                .addArrayOfLong(numbers(computed, ComputedStatus::objective))
                .addArrayOfLong(numbers(computed, ComputedStatus::due))
                .addArrayOfLong(numbers(computed, ComputedStatus::statusDue))
                .addArrayOfLong(numbers(computed, one -> one.status().to()))
                .addArrayOfString(
                    texts(computed, status -> ObjectiveCodec.decimal(status.target())))
                .addArrayOfLong(numbers(computed, one -> (long) one.status().windowDays()))
                .addArrayOfLong(numbers(computed, one -> one.status().runs().good()))
                .addArrayOfLong(numbers(computed, one -> one.status().runs().bad()))
                .addArrayOfLong(numbers(computed, one -> one.status().runs().faults()))
                .addArrayOfLong(numbers(computed, one -> one.status().runs().missed()))
                .addArrayOfString(texts(computed, ObjectiveStateStore::rates)))
        .mapEmpty();
  }

  private static Long[] numbers(
      List<ComputedStatus> computed, Function<ComputedStatus, Long> member) {
    return computed.stream().map(member).toArray(Long[]::new);
  }

  private static String[] texts(
      List<ComputedStatus> computed, Function<ObjectiveStatus, String> member) {
    return computed.stream().map(one -> member.apply(one.status())).toArray(String[]::new);
  }

  /** An array as Postgres reads it from text. */
  private static String rates(ObjectiveStatus status) {
    return Arrays.stream(BurnWindow.values())
        .map(window -> Objects.toString(window.rate(status.burnRates()), "NULL"))
        .collect(Collectors.joining(",", "{", "}"));
  }
}
