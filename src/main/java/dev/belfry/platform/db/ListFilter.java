package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a list with their parameters. A member that is null adds none: a condition that
 * might restrict a list keeps the database from reading an index alone.
 */
public final class ListFilter {
  private final List<String> conditions = new ArrayList<>();
  private final List<Object> values = new ArrayList<>();

  /**
   * The rows of an account, which is {@code $1}.
   *
   * @param condition with {@code $%d} for the parameter
   */
  public ListFilter(String condition, UUID account) {
    and(condition, account);
  }

  /**
   * Restricts the list.
   *
   * @param condition with {@code $%d} for the parameter
   * @param value null for no restriction
   */
  public ListFilter and(String condition, @Nullable Object value) {
    if (value != null) {
      values.add(value);
      conditions.add(condition.formatted(values.size()));
    }
    return this;
  }

  /** Puts the conditions in the place of {@code {conditions}}. */
  public String restrict(String statement) {
    return statement.replace("{conditions}", String.join("\n    AND ", conditions));
  }

  /**
   * The same for a statement with {@code {page}} in the place of its limit and offset, and {@code
   * {next}} in that of the parameter after them. {@code {total}} becomes the number of rows on all
   * pages when the list is restricted, else 0.
   */
  public String page(String statement) {
    int next = values.size() + 1;
    return restrict(statement)
        .replace("{total}", isRestricted() ? "count(*) OVER ()" : "0::bigint")
        .replace("{page}", "LIMIT $%d OFFSET $%d".formatted(next, next + 1))
        .replace("{next}", "$" + (next + 2));
  }

  /** Whether a condition besides the account applies. */
  private boolean isRestricted() {
    return conditions.size() > 1;
  }

  /**
   * Reads one page. A restricted list reads the rows of the account once, for page and total
   * together; an unrestricted one counts in an index alone. Fails as the statements do.
   *
   * @param list for {@link #page}; its last column is {@code {total}}
   * @param count for {@link #restrict}
   * @param limit the number of rows on a page, at least 1
   * @param offset the number of rows before the page
   */
  public <T> Future<CountedPage<T>> read(
      SqlConnection connection,
      String list,
      String count,
      Function<Row, T> reader,
      long limit,
      long offset) {
    if (!isRestricted()) {
      return CountedPage.read(
          count(connection, count),
          offset,
          () -> rows(connection, list, limit, offset).map(rows -> Rows.list(rows, reader)));
    }
    return rows(connection, list, limit, offset)
        .compose(
            rows ->
                rows.size() > 0
                    ? Future.succeededFuture(
                        new CountedPage<>(Rows.list(rows, reader), lastColumn(rows)))
                    : count(connection, count).map(total -> new CountedPage<>(List.of(), total)));
  }

  private Future<RowSet<Row>> rows(SqlConnection connection, String list, long limit, long offset) {
    return connection.preparedQuery(page(list)).execute(parameters(limit, offset));
  }

  private Future<Long> count(SqlConnection connection, String count) {
    return connection.preparedQuery(restrict(count)).execute(parameters()).map(Rows::number);
  }

  private static long lastColumn(RowSet<Row> rows) {
    Row first = rows.iterator().next();
    return first.getLong(first.size() - 1);
  }

  /** The parameters of {@link #restrict}. */
  public Tuple parameters() {
    return Tuple.wrap(new ArrayList<>(values));
  }

  /** The parameters of {@link #page}. */
  public Tuple parameters(long limit, long offset) {
    return parameters().addLong(limit).addLong(offset);
  }
}
