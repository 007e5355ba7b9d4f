package dev.belfry.platform.db;

import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
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
   * {next}} in that of the parameter after them.
   */
  public String page(String statement) {
    int next = values.size() + 1;
    return restrict(statement)
        .replace("{page}", "LIMIT $%d OFFSET $%d".formatted(next, next + 1))
        .replace("{next}", "$" + (next + 2));
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
