package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.core.json.Json;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One statement over arrays, so that the concurrent executions of many requests are one statement,
 * one round trip and one commit ({@link BulkLane}). {@code $1} is the array of accounts, then one
 * array for each column; a statement that writes takes the actors as its last parameter, for {@code
 * set_config('belfry.acting', …)}. One that changes subscriptions of a channel or group along with
 * it names its table in {@code belfry.acting_on}. It answers at most one row for each execution,
 * whose last column is the position in the arrays, from 1.
 */
public final class BulkStatement {
  private final String sql;
  private final List<Column> columns;
  private final boolean writes;
  private final Duration timeout;
  private final BulkLane lane;
  private final @Nullable BulkStatement patient;
  private final ContendedRows contended = new ContendedRows();

  /** The type of a parameter, which decides that of its array. */
  public enum Column {
    /** A {@link UUID}. */
    GUID {
      @Override
      void addArray(Tuple target, @Nullable Object[] values) {
        target.addArrayOfUUID(Arrays.copyOf(values, values.length, UUID[].class));
      }
    },
    /** A {@link String}. */
    TEXT {
      @Override
      void addArray(Tuple target, @Nullable Object[] values) {
        target.addArrayOfString(Arrays.copyOf(values, values.length, String[].class));
      }
    },
    /** A {@link Long}. */
    LONG {
      @Override
      void addArray(Tuple target, @Nullable Object[] values) {
        target.addArrayOfLong(Arrays.copyOf(values, values.length, Long[].class));
      }
    },
    /** An {@link Integer}. */
    INT {
      @Override
      void addArray(Tuple target, @Nullable Object[] values) {
        target.addArrayOfInteger(Arrays.copyOf(values, values.length, Integer[].class));
      }
    },
    /** A {@link Boolean}. */
    FLAG {
      @Override
      void addArray(Tuple target, @Nullable Object[] values) {
        target.addArrayOfBoolean(Arrays.copyOf(values, values.length, Boolean[].class));
      }
    },
    /** A {@link OffsetDateTime}. */
    TIME {
      @Override
      void addArray(Tuple target, @Nullable Object[] values) {
        target.addArrayOfOffsetDateTime(
            Arrays.copyOf(values, values.length, OffsetDateTime[].class));
      }
    };

    abstract void addArray(Tuple target, @Nullable Object[] values);
  }

  /**
   * @param columns the first is the id of the resource that the request names
   * @param writes whether the statement takes the actors, and no id twice
   * @param patient the same statement waiting for rows that this one skips, on another connection;
   *     null for one that skips none
   */
  BulkStatement(
      String sql,
      List<Column> columns,
      boolean writes,
      Duration timeout,
      BulkLane lane,
      @Nullable BulkStatement patient) {
    this.sql = sql;
    this.columns = columns;
    this.writes = writes;
    this.timeout = timeout;
    this.lane = lane;
    this.patient = patient;
  }

  /**
   * The row of one execution. Empty when the statement found nothing to do, and also when a lock or
   * a concurrent change got into its way: who writes then decides in a transaction of its own.
   * Fails with a 503 when the database is away or too slow, and with the refusal of the database.
   * Within the transaction of the request if there is one.
   *
   * @param values one for each column, null for none
   */
  public Future<Optional<Row>> execute(UUID account, @Nullable Object... values) {
    SqlConnection joined = RequestScope.joined();
    Tuple parameters = Tuple.of(account);
    for (@Nullable Object value : values) {
      parameters.addValue(value);
    }
    if (writes) {
      Actor actor = RequestScope.actor();
      parameters.addValue(actor.name()).addValue(actor.requestId());
    }
    SharedWork<?> shared = RequestScope.shared();
    if (shared != null) {
      return shared.execute(this, parameters);
    }
    if (joined == null) {
      BulkStatement second = patient;
      return second == null ? lane.execute(this, parameters) : inTurn(second, parameters);
    }
    return Failures.withinUnit(send(joined, List.of(parameters)), timeout)
        .map(rows -> Rows.first(rows, row -> row));
  }

  /** Skips a locked row first, so that it delays no other row; then waits for it. */
  private Future<Optional<Row>> inTurn(BulkStatement second, Tuple parameters) {
    Object subject = subject(parameters);
    if (contended.contains(subject, System.nanoTime())) {
      return second.lane.execute(second, parameters);
    }
    Future<Optional<Row>> first = lane.execute(this, parameters);
    return first.compose(
        row -> {
          if (row.isPresent()) {
            return first;
          }
          return second
              .lane
              .execute(second, parameters)
              .onSuccess(
                  found -> found.ifPresent(waited -> contended.add(subject, System.nanoTime())));
        });
  }

  /** What a statement decided, or else what a transaction of the caller's own comes to. */
  public static <T> Future<T> orElse(Future<Optional<T>> decided, Supplier<Future<T>> transaction) {
    return decided.compose(found -> found.map(Future::succeededFuture).orElseGet(transaction));
  }

  /**
   * What a found row leads to; empty when none was found.
   *
   * @param then computes and stores a new value, on the condition that the row is still the same
   */
  public static <S, T> Future<Optional<T>> andThen(
      Future<Optional<S>> found, Function<S, Future<Optional<T>>> then) {
    return found.compose(
        row -> row.map(then).orElseGet(() -> Future.succeededFuture(Optional.empty())));
  }

  /** The id of the resource that a call names. */
  static Object subject(Tuple call) {
    return call.getValue(1);
  }

  /** Whether the statement changes rows, so that it may have each id once. */
  boolean writes() {
    return writes;
  }

  /** Executes the statement for many calls; the rows name their calls by position. */
  Future<RowSet<Row>> send(SqlConnection connection, List<Tuple> calls) {
    return connection.preparedQuery(sql).execute(arrays(calls));
  }

  /** The same for lists of calls that follow each other in one round trip and one commit. */
  Future<RowSet<Row>> sendAll(SqlConnection connection, List<List<Tuple>> waves) {
    return connection.preparedQuery(sql).executeBatch(waves.stream().map(this::arrays).toList());
  }

  private Tuple arrays(List<Tuple> calls) {
    Tuple arrays = Tuple.tuple();
    Column.GUID.addArray(arrays, values(calls, 0));
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).addArray(arrays, values(calls, i + 1));
    }
    if (writes) {
      arrays.addString(actors(calls));
    }
    return arrays;
  }

  private static @Nullable Object[] values(List<Tuple> calls, int position) {
    @Nullable Object[] values = new @Nullable Object[calls.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = calls.get(i).getValue(position);
    }
    return values;
  }

  /** The actor and the request of each id, as the audit log's functions read them. */
  private String actors(List<Tuple> calls) {
    StringBuilder text = new StringBuilder(calls.size() * 128).append('{');
    for (Tuple call : calls) {
      if (text.length() > 1) {
        text.append(',');
      }
      text.append(Json.encode(subject(call).toString())).append(":[");
      text.append(Json.encode(call.getString(columns.size() + 1))).append(',');
      text.append(Json.encode(call.getString(columns.size() + 2))).append(']');
    }
    return text.append('}').toString();
  }
}
