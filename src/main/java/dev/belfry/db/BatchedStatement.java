package dev.belfry.db;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One statement whose concurrent executions share a round trip and a commit: what arrives while a
 * batch runs forms the next one, nothing ever waits for company. Errors stay with the row that
 * caused them. Confined to one event loop, on a connection of its own that is opened again whenever
 * it is lost; meanwhile every execution fails at once with a 503.
 */
public final class BatchedStatement {
  private static final int LARGEST_BATCH = 128;
  private static final long SHORTEST_PAUSE_MILLIS = 20;
  private static final long LONGEST_PAUSE_MILLIS = 320;

  private final Vertx vertx;
  private final Context context;
  private final PgConnectOptions options;
  private final String sql;
  private final Comparator<Call> order;
  private final Duration timeout;
  private final int mostWaiting;
  private final Deque<Call> waiting = new ArrayDeque<>();
  private final Promise<Void> ready = Promise.promise();
  private volatile @Nullable PgConnection connection;
  private boolean busy;
  private boolean closed;
  private long pause = SHORTEST_PAUSE_MILLIS;

  private record Call(Tuple parameters, Promise<RowSet<Row>> result) {}

  BatchedStatement(
      Vertx vertx,
      PgConnectOptions options,
      String sql,
      BatchOrder order,
      Duration timeout,
      int mostWaiting) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.options = options;
    this.sql = sql;
    this.order = Comparator.comparing(Call::parameters, order.comparator());
    this.timeout = timeout;
    this.mostWaiting = mostWaiting;
    connect();
  }

  /** Completes when the first connection stands. */
  public Future<Void> ready() {
    return ready.future();
  }

  /**
   * Executes the statement once, within the transaction of the request if there is one; fails with
   * a 503 when the database is away or too slow.
   */
  public Future<RowSet<Row>> execute(Tuple parameters) {
    SqlConnection joined = RequestScope.joined();
    if (joined != null) {
      return joined
          .preparedQuery(sql)
          .execute(parameters)
          .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
          .recover(Failures::translate);
    }
    if (connection == null || waiting.size() >= mostWaiting) {
      return Future.failedFuture(Failures.unavailable());
    }
    Call call = new Call(parameters, promise());
    waiting.add(call);
    if (!busy) {
      busy = true;
      context.runOnContext(started -> next());
    }
    return call.result().future();
  }

  /** Its future goes on in the context of the caller, where the scope of the request is. */
  private static Promise<RowSet<Row>> promise() {
    ContextInternal caller = ContextInternal.current();
    return caller == null ? Promise.promise() : caller.promise();
  }

  /** Whether the connection stands; another thread may see it a moment late. */
  boolean isConnected() {
    return connection != null;
  }

  /** Executions that wait for the next batch; another thread may see it a moment late. */
  int waiting() {
    return waiting.size();
  }

  void close() {
    closed = true;
    lose();
  }

  private void connect() {
    PgConnection.connect(vertx, options)
        .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .onSuccess(this::connected)
        .onFailure(failure -> connectLater());
  }

  private void connected(PgConnection opened) {
    if (closed) {
      opened.close();
      return;
    }
    connection = opened;
    pause = SHORTEST_PAUSE_MILLIS;
    // The close handler says all there is to say; without this the library prints a stack trace.
    opened.exceptionHandler(failure -> {});
    opened.closeHandler(
        lost -> {
          if (connection == opened) {
            lose();
          }
        });
    ready.tryComplete();
  }

  private void connectLater() {
    if (!closed) {
      vertx.setTimer(pause, due -> connect());
      pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 2);
    }
  }

  /** Gives up the connection and all that waits for it, and opens a new one. */
  private void lose() {
    PgConnection lost = connection;
    connection = null;
    busy = false;
    if (lost != null) {
      lost.close();
      connectLater();
    }
    List<Call> abandoned = new ArrayList<>(waiting);
    waiting.clear();
    abandoned.forEach(call -> call.result().tryFail(Failures.unavailable()));
  }

  private void next() {
    PgConnection current = connection;
    if (current == null || waiting.isEmpty()) {
      busy = false;
      return;
    }
    List<Call> batch = new ArrayList<>(Math.min(waiting.size(), LARGEST_BATCH));
    while (!waiting.isEmpty() && batch.size() < LARGEST_BATCH) {
      batch.add(waiting.poll());
    }
    batch.sort(order);
    long deadline = vertx.setTimer(timeout.toMillis(), late -> giveUp(current, batch));
    run(current, batch)
        .onComplete(
            done -> {
              vertx.cancelTimer(deadline);
              if (connection == current) {
                next();
              }
            });
  }

  /** A connection that does not answer in time is not trusted with anything more. */
  private void giveUp(PgConnection current, List<Call> batch) {
    batch.forEach(call -> call.result().tryFail(Failures.unavailable()));
    if (connection == current) {
      lose();
    }
  }

  private Future<?> run(PgConnection current, List<Call> batch) {
    if (batch.size() == 1) {
      return runOne(current, batch.get(0));
    }
    List<Tuple> parameters = batch.stream().map(Call::parameters).toList();
    return current
        .preparedQuery(sql)
        .executeBatch(parameters)
        .onSuccess(rows -> distribute(rows, batch))
        .recover(
            failure -> {
              if (Failures.isRefusal(failure) || Failures.isConflict(failure)) {
                return Future.join(batch.stream().map(call -> runOne(current, call)).toList())
                    .mapEmpty();
              }
              batch.forEach(call -> call.result().tryFail(Failures.unavailable()));
              return Future.failedFuture(failure);
            });
  }

  private Future<RowSet<Row>> runOne(PgConnection current, Call call) {
    return current
        .preparedQuery(sql)
        .execute(call.parameters())
        .recover(Failures::translate)
        .onSuccess(call.result()::tryComplete)
        .onFailure(call.result()::tryFail);
  }

  private static void distribute(RowSet<Row> first, List<Call> batch) {
    RowSet<Row> rows = first;
    for (Call call : batch) {
      call.result().tryComplete(rows);
      rows = rows.next();
    }
  }
}
