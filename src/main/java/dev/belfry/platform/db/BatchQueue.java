package dev.belfry.platform.db;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Executions that share round trips: what arrives while a batch is under way forms the next one,
 * nothing ever waits for company. Confined to one event loop, on a connection of its own that is
 * opened again whenever it is lost; meanwhile every execution fails at once with a 503.
 *
 * @param <R> what one execution comes to
 */
final class BatchQueue<R> {
  private static final int LARGEST_BATCH = 128;
  private static final long SHORTEST_PAUSE_MILLIS = 20;
  private static final long LONGEST_PAUSE_MILLIS = 320;

  private final Vertx vertx;
  private final Context context;
  private final PgConnectOptions options;
  private final Duration timeout;
  private final int mostWaiting;
  private final Comparator<Call<R>> order;
  private final Sender<R> sender;
  private final Deque<Call<R>> waiting = new ArrayDeque<>();
  private final Promise<Void> ready = Promise.promise();
  private volatile @Nullable PgConnection connection;
  private boolean busy;
  private boolean closed;
  private long pause = SHORTEST_PAUSE_MILLIS;

  /** One execution. */
  record Call<R>(Tuple parameters, Promise<R> result) {}

  /** How a batch is sent. */
  interface Sender<R> {
    /**
     * Sends at least one call, and ends the result of each; completes when the connection is free
     * for the next batch.
     */
    Future<?> send(PgConnection connection, List<Call<R>> batch);
  }

  /**
   * @param timeout how long a batch may take before its connection is given up
   * @param mostWaiting executions that may wait for the next batch
   */
  BatchQueue(
      Vertx vertx,
      PgConnectOptions options,
      Duration timeout,
      int mostWaiting,
      BatchOrder order,
      Sender<R> sender) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.options = options;
    this.timeout = timeout;
    this.mostWaiting = mostWaiting;
    this.order = Comparator.comparing(Call::parameters, order.comparator());
    this.sender = sender;
    connect();
  }

  /** Completes when the first connection stands. */
  Future<Void> ready() {
    return ready.future();
  }

  /** Executes with these parameters; fails with a 503 when the database is away or too slow. */
  Future<R> execute(Tuple parameters) {
    if (connection == null || waiting.size() >= mostWaiting) {
      return Future.failedFuture(Failures.unavailable());
    }
    Call<R> call = new Call<>(parameters, promise());
    waiting.add(call);
    if (!busy) {
      busy = true;
      context.runOnContext(started -> next());
    }
    return call.result().future();
  }

  /** Its future goes on in the context of the caller, where the scope of the request is. */
  private Promise<R> promise() {
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
    ConnectionOpener.open(vertx, options, timeout)
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
    List<Call<R>> abandoned = new ArrayList<>(waiting);
    waiting.clear();
    fail(abandoned);
  }

  private void next() {
    PgConnection current = connection;
    if (current == null || waiting.isEmpty()) {
      busy = false;
      return;
    }
    List<Call<R>> batch = new ArrayList<>(Math.min(waiting.size(), LARGEST_BATCH));
    while (!waiting.isEmpty() && batch.size() < LARGEST_BATCH) {
      batch.add(waiting.poll());
    }
    batch.sort(order);
    long deadline = vertx.setTimer(timeout.toMillis(), late -> giveUp(current, batch));
    sender
        .send(current, batch)
        .onComplete(
            done -> {
              vertx.cancelTimer(deadline);
              if (connection == current) {
                next();
              }
            });
  }

  /** A connection that does not answer in time is not trusted with anything more. */
  private void giveUp(PgConnection current, List<Call<R>> batch) {
    fail(batch);
    if (connection == current) {
      lose();
    }
  }

  /** Ends with a 503 what has not ended. */
  static <R> void fail(List<Call<R>> batch) {
    batch.forEach(call -> call.result().tryFail(Failures.unavailable()));
  }
}
