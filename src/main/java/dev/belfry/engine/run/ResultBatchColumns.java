package dev.belfry.engine.run;

import dev.belfry.engine.probe.Timings;
import dev.belfry.engine.result.PhaseTime;
import dev.belfry.platform.cluster.ShardKey;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Turns a batch into the parameters of its statement: one array for each column. */
final class ResultBatchColumns {
  private static final long DAY_MILLIS = 86_400_000;

  private ResultBatchColumns() {}

  static Tuple of(long instance, ResultBatch batch) {
    Tuple tuple = Tuple.of(instance);
    results(tuple, batch.results);
    details(tuple, batch.results.stream().filter(row -> row.detail() != null).toList());
    waiting(tuple, batch.waiting);
    longs(
        ints(tuple, batch.ended, ResultBatch.RunKey::seriesId),
        batch.ended,
        ResultBatch.RunKey::at);
    states(tuple, batch.states);
    Set<Map.Entry<ShardKey, Long>> marks = batch.watermarks.entrySet();
    texts(tuple, marks, mark -> mark.getKey().location());
    shorts(tuple, marks, mark -> mark.getKey().shard());
    longs(tuple, marks, Map.Entry::getValue);
    return tuple;
  }

  /** The days that the batch has rows in, counted since 1970 in UTC. */
  static Set<Integer> days(ResultBatch batch) {
    Set<Integer> days = new HashSet<>();
    batch.results.forEach(row -> days.add(day(row.at())));
    return days;
  }

  /** Counts days as {@link #days} does. */
  static int day(long millis) {
    return (int) (millis / DAY_MILLIS);
  }

  private static void results(Tuple tuple, List<AttemptRow> rows) {
    longs(tuple, rows, AttemptRow::at);
    ints(tuple, rows, AttemptRow::seriesId);
    ints(tuple, rows, row -> clamp(row.timings().totalMicros()));
    ints(tuple, rows, row -> clamp(row.delay()));
    shorts(tuple, rows, AttemptRow::attempt);
    shorts(tuple, rows, row -> row.verdict().code());
    shorts(tuple, rows, row -> row.reason().code());
    shorts(tuple, rows, AttemptRow::status);
    phase(tuple, rows, Timings::dnsMicros);
    phase(tuple, rows, Timings::tcpMicros);
    phase(tuple, rows, Timings::tlsMicros);
    phase(tuple, rows, Timings::firstByteMicros);
    phase(tuple, rows, Timings::downloadMicros);
  }

  private static void details(Tuple tuple, List<AttemptRow> rows) {
    longs(tuple, rows, AttemptRow::at);
    ints(tuple, rows, AttemptRow::seriesId);
    shorts(tuple, rows, AttemptRow::attempt);
    texts(tuple, rows, AttemptRow::detail);
  }

  private static void waiting(Tuple tuple, Map<ResultBatch.RunKey, ResultBatch.Waiting> rows) {
    Set<Map.Entry<ResultBatch.RunKey, ResultBatch.Waiting>> entries = rows.entrySet();
    ints(tuple, entries, entry -> entry.getKey().seriesId());
    longs(tuple, entries, entry -> entry.getKey().at());
    texts(tuple, entries, entry -> entry.getValue().place().location());
    shorts(tuple, entries, entry -> entry.getValue().place().shard());
    shorts(tuple, entries, entry -> entry.getValue().attempts());
    longs(tuple, entries, entry -> entry.getValue().started());
    longs(tuple, entries, entry -> entry.getValue().due());
    tuple.addArrayOfBoolean(
        entries.stream().map(entry -> entry.getValue().elsewhere()).toArray(Boolean[]::new));
  }

  private static void states(Tuple tuple, Map<Integer, ResultBatch.State> rows) {
    Set<Map.Entry<Integer, ResultBatch.State>> entries = rows.entrySet();
    ints(tuple, entries, Map.Entry::getKey);
    shorts(tuple, entries, entry -> entry.getValue().verdict().code());
    longs(tuple, entries, entry -> entry.getValue().since());
    tuple.addArrayOfLong(
        entries.stream().map(entry -> entry.getValue().certificateExpires()).toArray(Long[]::new));
  }

  private static int clamp(long value) {
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, value));
  }

  private static void phase(Tuple tuple, List<AttemptRow> rows, ToLongFunction<Timings> phase) {
    shorts(tuple, rows, row -> PhaseTime.encode(phase.applyAsLong(row.timings())));
  }

  static <T> Tuple longs(Tuple tuple, Collection<T> rows, ToLongFunction<T> column) {
    Long[] values = new Long[rows.size()];
    int i = 0;
    for (T row : rows) {
      values[i++] = column.applyAsLong(row);
    }
    return tuple.addArrayOfLong(values);
  }

  static <T> Tuple ints(Tuple tuple, Collection<T> rows, ToIntFunction<T> column) {
    Integer[] values = new Integer[rows.size()];
    int i = 0;
    for (T row : rows) {
      values[i++] = column.applyAsInt(row);
    }
    return tuple.addArrayOfInteger(values);
  }

  static <T> Tuple shorts(Tuple tuple, Collection<T> rows, ToIntFunction<T> column) {
    Short[] values = new Short[rows.size()];
    int i = 0;
    for (T row : rows) {
      values[i++] = (short) column.applyAsInt(row);
    }
    return tuple.addArrayOfShort(values);
  }

  private static <T> void texts(
      Tuple tuple, Collection<T> rows, Function<T, @Nullable String> column) {
    tuple.addArrayOfString(rows.stream().map(column).toArray(String[]::new));
  }
}
