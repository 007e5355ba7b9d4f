package dev.belfry.platform.db;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads rows of a result. */
public final class Rows {
  private Rows() {}

  /** The first row, empty when there is none. */
  public static <T> Optional<T> first(RowSet<Row> rows, Function<Row, T> reader) {
    return rows.size() == 0 ? Optional.empty() : Optional.of(reader.apply(rows.iterator().next()));
  }

  /** Every row, in the order of the statement. */
  public static <T> List<T> list(RowSet<Row> rows, Function<Row, T> reader) {
    List<T> all = new ArrayList<>(rows.size());
    rows.forEach(row -> all.add(reader.apply(row)));
    return all;
  }

  /**
   * What a left join found for one thing, in the order of the statement; empty when there is no
   * such thing. A row without a first column stands for a thing for which it found nothing.
   */
  public static <T> Optional<List<T>> joined(RowSet<Row> rows, Function<Row, T> reader) {
    if (rows.size() == 0) {
      return Optional.empty();
    }
    List<T> found = new ArrayList<>(rows.size());
    for (Row row : rows) {
      if (row.getValue(0) != null) {
        found.add(reader.apply(row));
      }
    }
    return Optional.of(found);
  }

  /** The number that a statement such as {@code SELECT count(*)} answers. */
  public static long number(RowSet<Row> rows) {
    return rows.iterator().next().getLong(0);
  }
}
