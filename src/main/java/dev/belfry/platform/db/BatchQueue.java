package dev.belfry.platform.db;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Executions that share round trips: what arrives while a batch is under way forms the next one,
 * nothing ever waits for company, and accounts take turns. Confined to one event loop, on a
 * connection of its own that is opened again whenever it is lost; meanwhile an execution waits for
 * an attempt to open it, and fails with a 503 when that fails.
 *
 * @param <P> what one execution is about
 * @param <R> what it comes to
 */
final class BatchQueue<P, R> {
  private static final long SHORTEST_PAUSE_MILLIS = 20;
  private static final long LONGEST_PAUSE_MILLIS = 320;

  /** Of a lost connection that nothing waits for: after a fail-over many others are wanted. */
  private static final long UNWANTED_PAUSE_MILLIS = 2_000;

  /** How long the end of a batch is waited for that the server was asked to stop. */
  private static final long LAST_WORD_MILLIS = 250;

  private final Vertx vertx;
  private final Context context;
  private final ConnectOptions options;
  private final TransactionSettings settings;
  private final Patience patience;
  private final boolean writes;
  private final @Nullable Commits commits;
  private final int largest;
  private final Function<P, Object> account;
  private final Comparator<Call<P, R>> order;
  private final Sender<P, R> sender;
  private final FairQueue<Object, Call<P, R>> waiting;
  private final Promise<Void> ready = Promise.promise();
  private volatile @Nullable PgConnection connection;
  private @Nullable SessionEnd end;
  private boolean busy;
  private boolean closed;
  private boolean connecting;
  private long pause = SHORTEST_PAUSE_MILLIS;
  private long reconnect;
  private long failedNanos = System.nanoTime() - TimeUnit.SECONDS.toNanos(1);

  /**
   * One execution.
   *
   * @param again whether the server has ended a connection under it before
   */
  record Call<P, R>(P parameters, Promise<R> result, boolean again) {}

  /** How a batch is sent. */
  interface Sender<P, R> {
    /**
     * Sends at least one call, and ends the result of each; completes when the connection is free
     * for the next batch.
     */
    Future<?> send(BatchConnection connection, List<Call<P, R>> batch);
  }

  /**
   * @param patience how long a batch may take before its connection is given up
   * @param writes whether the executions change rows, so that their end has to be known
   * @param largest executions of a batch, at most
   * @param mostWaiting executions that may wait for the next batch
   * @param account whose execution it is; those of one account do not delay another's
   * @param order of the executions within a batch
   */
  BatchQueue(
      Vertx vertx,
      ConnectOptions options,
      Patience patience,
      boolean writes,
      int largest,
      int mostWaiting,
      Function<P, Object> account,
      Comparator<P> order,
      Sender<P, R> sender) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.options = options;
    this.settings = options.perTransaction();
    this.patience = patience;
    this.writes = writes;
    this.commits = writes ? new Commits(vertx, options, patience) : null;
    this.largest = largest;
    this.waiting = new FairQueue<>(mostWaiting);
    this.account = account;
    this.order = Comparator.comparing(Call::parameters, order);
    this.sender = sender;
    connect();
  }

  /** Completes when the first connection stands. */
  Future<Void> ready() {
    return ready.future();
  }

  /** Executes with these parameters; fails with a 503 when the database is away or too slow. */
  Future<R> execute(P parameters) {
    if (closed || (connection == null && !connects())) {
      return Future.failedFuture(Failures.unavailable());
    }
    Call<P, R> call = new Call<>(parameters, RequestScope.promise(), false);
    Optional<Call<P, R>> refused = waiting.add(account.apply(parameters), call);
    refused.ifPresent(one -> fail(List.of(one)));
    begin();
    return call.result().future();
  }

  private void begin() {
    if (connection != null && !busy) {
      busy = true;
      context.runOnContext(started -> next());
    }
  }

  /**
   * Whether an attempt to open the connection is under way: a request does not wait for the end of
   * a pause, but many of them do not try more often than the shortest pause.
   */
  private boolean connects() {
    long since = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - failedNanos);
    if (!connecting && since >= SHORTEST_PAUSE_MILLIS) {
      vertx.cancelTimer(reconnect);
      connect();
    }
    return connecting;
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
    connecting = true;
    ConnectionOpener.open(vertx, options, patience)
        .onSuccess(this::connected)
        .onFailure(
            failure -> {
              connecting = false;
              failedNanos = System.nanoTime();
              fail(waiting.drain(Integer.MAX_VALUE));
              connectLater(pause);
              pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 2);
            });
  }

  private void connected(PgConnection opened) {
    connecting = false;
    if (closed) {
      opened.close();
      return;
    }
    connection = opened;
    pause = SHORTEST_PAUSE_MILLIS;
    end = SessionEnd.of(opened);
    opened.closeHandler(
        lost -> {
          if (connection == opened) {
            lose();
          }
        });
    ready.tryComplete();
    if (!busy && !waiting.isEmpty()) {
      busy = true;
      next();
    }
  }

  private void connectLater(long millis) {
    if (!closed) {
      reconnect = vertx.setTimer(millis, due -> connect());
    }
  }

  /** What was not sent yet waits for an attempt to open a new connection. */
  private void lose() {
    PgConnection lost = connection;
    leave();
    if (closed) {
      fail(waiting.drain(Integer.MAX_VALUE));
    }
    if (lost != null) {
      lost.close();
    }
  }

  /** Gives up the connection and opens a new one. */
  private void leave() {
    boolean stood = connection != null;
    connection = null;
    busy = false;
    if (stood) {
      connectLater(waiting.isEmpty() ? UNWANTED_PAUSE_MILLIS : pause);
    }
  }

  /**
   * Lets executions wait for a new connection because the server ended this one before it began
   * with them, or committed them; each once.
   */
  void sendAgain(List<Call<P, R>> ended) {
    for (Call<P, R> call : ended) {
      if (call.again() || closed) {
        fail(List.of(call));
        continue;
      }
      Call<P, R> again = new Call<>(call.parameters(), call.result(), true);
      waiting.add(account.apply(again.parameters()), again).ifPresent(one -> fail(List.of(one)));
    }
    if (connection == null && !waiting.isEmpty()) {
      connects();
    }
    begin();
  }

  private void next() {
    PgConnection current = connection;
    SessionEnd listening = end;
    if (current == null || listening == null || waiting.isEmpty()) {
      busy = false;
      return;
    }
    List<Call<P, R>> batch = waiting.drain(largest);
    batch.sort(order);
    Future<?> sent = sender.send(new BatchConnection(current, settings, commits, listening), batch);
    Promise<Void> ended = RequestScope.promise();
    patience.bound(ended.future()).onFailure(late -> giveUp(current, batch));
    sent.onComplete(
        done -> {
          ended.complete();
          if (done.succeeded()) {
            patience.answered();
          }
          if (connection != current) {
            current.close();
          } else if (done.failed() && Failures.isLost(done.cause())) {
            lose();
          } else {
            next();
          }
        });
  }

  /**
   * A connection that does not answer in time is not trusted with anything more. What changes rows
   * is stopped first: the server rolls it back, or tells that it was committed already. A commit
   * that waits for a standby cannot be rolled back: the server stops waiting, says so in a notice,
   * and reports the commit as if the standby had it. Such a write may be lost, so it counts as one
   * whose end is not known.
   */
  private void giveUp(PgConnection current, List<Call<P, R>> batch) {
    if (connection == current) {
      leave();
      fail(waiting.drain(Integer.MAX_VALUE));
    }
    if (writes) {
      current.noticeHandler(notice -> abandon(current, batch));
      current.cancelRequest();
      vertx.setTimer(LAST_WORD_MILLIS, over -> abandon(current, batch));
    } else {
      abandon(current, batch);
    }
  }

  private static <P, R> void abandon(PgConnection current, List<Call<P, R>> batch) {
    fail(batch);
    current.close();
  }

  /** Ends with a 503 what has not ended. */
  static <P, R> void fail(List<Call<P, R>> batch) {
    batch.forEach(call -> call.result().tryFail(Failures.unavailable()));
  }
}
