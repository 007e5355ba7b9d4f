package dev.belfry.platform.db;

import dev.belfry.platform.db.BatchQueue.Call;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * One transaction with the work of many requests. They advance in rounds: the statements that all
 * of them wait for are sent together, those of a {@link BulkStatement} as one. A statement that
 * fails undoes everything.
 */
final class SharedTransaction {
  /** As the connections of statements for many requests have it. */
  private static final String SETTINGS =
      "; SET LOCAL enable_seqscan = off; SET LOCAL lock_timeout = "
          + ConnectOptions.LOCK_WAIT.toMillis();

  private final Context context;
  private final SqlConnection connection;
  private final SessionEnd end;
  private final Isolation isolation;
  private final Duration timeout;
  private final Commits commits;
  private final Promise<Void> worked = Promise.promise();
  private final Map<List<Object>, SharedWork<?>> changers = new HashMap<>();
  private List<SharedWork<?>> works = List.of();
  private Map<BulkStatement, List<Call<BulkLane.Bulk, Optional<Row>>>> round =
      new LinkedHashMap<>();
  private int underWay;
  private boolean settling;
  private boolean committing;
  private boolean over;

  /** Why a transaction is given up whose requests run alone instead. */
  private static final class AbandonedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    AbandonedException() {
      super("The requests run alone", null, false, false);
    }
  }

  /**
   * @param context of the event loop, of no request
   * @param end why the server has ended the session of the connection
   * @param commits ends it
   */
  SharedTransaction(
      Context context,
      SqlConnection connection,
      SessionEnd end,
      Isolation isolation,
      Duration timeout,
      Commits commits) {
    this.context = context;
    this.connection = connection;
    this.end = end;
    this.isolation = isolation;
    this.timeout = timeout;
    this.commits = commits;
  }

  /**
   * Runs work and commits. Fails, and has no effect, when a statement failed; when the connection
   * was lost as it committed, it may have had.
   *
   * @param settings of the transaction, as {@link FairPool#settings} has them
   */
  Future<Void> run(String settings, List<SharedWork<?>> together) {
    works = together;
    send(isolation.begin() + settings + SETTINGS).onFailure(this::end);
    together.forEach(one -> one.begin(this));
    return worked
        .future()
        .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .compose(
            done -> {
              committing = true;
              return commits.send(connection, end, () -> send(RequestTransactions.COMMIT));
            })
        .recover(this::rollBack);
  }

  private <T> Future<T> rollBack(Throwable failure) {
    end(failure);
    boolean gone = Failures.isGone(failure, committing);
    return send("ROLLBACK")
        .transform(back -> Future.failedFuture(gone ? new AbandonedException() : failure));
  }

  private Future<?> send(String command) {
    return connection.query(command).execute().timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  Future<Optional<Row>> add(SharedWork<?> work, Call<BulkLane.Bulk, Optional<Row>> call) {
    BulkStatement statement = call.parameters().statement();
    if (over || (statement.writes() && !mayChange(work, call))) {
      return work.leave();
    }
    round.computeIfAbsent(statement, first -> new ArrayList<>(works.size())).add(call);
    settle();
    return statement.writes()
        ? call.result()
            .future()
            .onSuccess(
                found -> {
                  if (found.isPresent()) {
                    work.wrote();
                  }
                })
        : call.result().future();
  }

  /** A request that was judged by a row must not overwrite what another has made of it here. */
  private boolean mayChange(SharedWork<?> work, Call<BulkLane.Bulk, Optional<Row>> call) {
    if (isolation != Isolation.REPEATABLE_READ) {
      return true;
    }
    Object account = call.parameters().parameters().getValue(0);
    Object subject = BulkStatement.subject(call.parameters().parameters());
    return changers.computeIfAbsent(List.of(account, subject), first -> work) == work;
  }

  <T> Future<T> read(Function<SqlConnection, Future<T>> statements) {
    return over ? Future.failedFuture(Failures.unavailable()) : track(statements.apply(connection));
  }

  private <T> Future<T> track(Future<T> sent) {
    underWay++;
    return sent.onComplete(
        answered -> {
          underWay--;
          if (answered.failed()) {
            end(answered.cause());
          }
          settle();
        });
  }

  /** Goes on when no request has anything more to ask before an answer. */
  void settle() {
    if (!settling && !over && underWay == 0) {
      settling = true;
      context.runOnContext(
          quiet -> {
            settling = false;
            advance();
          });
    }
  }

  private void advance() {
    if (over || underWay > 0) {
      return;
    }
    if (round.isEmpty()) {
      if (works.stream().allMatch(SharedWork::hasEnded)) {
        over = true;
        worked.tryComplete();
      }
      return;
    }
    Map<BulkStatement, List<Call<BulkLane.Bulk, Optional<Row>>>> due = round;
    round = new LinkedHashMap<>();
    due.forEach(
        (statement, calls) ->
            track(BulkLane.send(sending -> sending.apply(connection), statement, calls))
                .onFailure(failure -> BatchQueue.fail(calls)));
  }

  /** Undoes everything, because one of the requests cannot be undone by itself. */
  void abandon() {
    end(new AbandonedException());
  }

  private void end(Throwable failure) {
    if (!over) {
      over = true;
      worked.tryFail(failure);
    }
    round.values().forEach(BatchQueue::fail);
    round.clear();
  }
}
