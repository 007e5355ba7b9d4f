package dev.belfry.platform.db;

import static dev.belfry.platform.db.Replica.Outcome.ANSWERED;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads of one event loop that go to replicas. Each asks the primary how far its log is, as part of
 * a batch, and goes to a replica that has replayed the log so far: it sees all that was committed
 * when it began, by any client. The primary answers what no replica can. Confined to the event
 * loop.
 */
final class ReplicaReads {
  /** In place of the account of a read that has none, and of a resource. */
  private static final UUID NO_ACCOUNT = new UUID(0, 0);

  static final String POSITION =
      """
      SELECT %s, c.number FROM %s CROSS JOIN
        unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS c (account, id, number)"""
          .formatted(WalPosition.COLUMNS, WalPosition.NOW.strip());

  /** How much longer than the server's own limit on a statement its end is waited for. */
  private static final Duration GRACE = Duration.ofMillis(250);

  private final Vertx vertx;
  private final Replicas replicas;
  private final BulkStatement position;
  private final int size;
  private final int mostWaiting;
  private final Patience patience;
  private final Duration longest;
  private final Map<Replica, Pooled> pools = new HashMap<>();

  /** Connections to a replica until it is lost. */
  private record Pooled(int life, FairPool pool) {}

  /**
   * @param position {@link #POSITION}
   * @param size connections to each replica, at most
   * @param timeout bound on a statement
   */
  ReplicaReads(
      Vertx vertx,
      Replicas replicas,
      BulkStatement position,
      int size,
      int mostWaiting,
      Duration timeout) {
    this.vertx = vertx;
    this.replicas = replicas;
    this.position = position;
    this.size = size;
    this.mostWaiting = mostWaiting;
    this.patience = new Patience(timeout);
    this.longest = timeout.plus(replicas.longestLag()).plus(GRACE);
  }

  /**
   * What work comes to at a replica, or else at the primary.
   *
   * @param work sends statements that change nothing
   */
  <T> Future<T> read(Function<SqlConnection, Future<T>> work, Supplier<Future<T>> atPrimary) {
    return replicas.noneIsUsable()
        ? atPrimary.get()
        : position
            .execute(Objects.requireNonNullElse(RequestScope.account(), NO_ACCOUNT), NO_ACCOUNT)
            .transform(
                asked -> {
                  Replica replica = replicas.choose();
                  if (asked.failed() && Failures.isUnavailable(asked.cause())) {
                    return Future.failedFuture(asked.cause());
                  }
                  return asked.failed() || asked.result().isEmpty() || replica == null
                      ? atPrimary.get()
                      : read(replica, WalPosition.of(asked.result().get()), work)
                          .recover(failure -> atPrimary.get());
                });
  }

  /** Fails when the replica cannot answer. */
  private <T> Future<T> read(
      Replica replica, WalPosition needed, Function<SqlConnection, Future<T>> work) {
    Promise<T> aside = RequestScope.promise();
    Runnable lost = () -> aside.tryFail(ReplicaException.lost());
    replica.begin(lost);
    replica
        .await(needed)
        .compose(
            has ->
                has
                    ? send(replica, needed, work, aside.future())
                    : Future.failedFuture(ReplicaException.behind()))
        .onComplete(aside::tryComplete, aside::tryFail);
    return aside
        .future()
        .timeout(longest.toMillis(), TimeUnit.MILLISECONDS)
        .onComplete(
            read -> {
              replica.end(lost);
              aside.tryFail(
                  ReplicaException.lost()); // What waits for a connection is not sent any more.
              replica.count(read.succeeded() ? ANSWERED : ReplicaException.outcome(read.cause()));
            });
  }

  /**
   * Asks once more how far the server is, and does not wait for the answer: only on the same
   * connection it is sure not to have fallen back in between.
   */
  private <T> Future<T> send(
      Replica replica,
      WalPosition needed,
      Function<SqlConnection, Future<T>> work,
      Future<T> aside) {
    return pool(replica)
        .keeping(
            connection -> {
              if (aside.isComplete()) {
                return Future.failedFuture(ReplicaException.lost());
              }
              Future<RowSet<Row>> replayed =
                  connection.preparedQuery(WalPosition.REPLAYED).execute(needed.history());
              Future<T> done = work.apply(connection);
              return bounded(connection, Future.join(replayed, done))
                  .compose(
                      both ->
                          needed.isIn(needed.replayed(replayed.result().iterator().next()))
                              ? done
                              : Future.failedFuture(ReplicaException.behind()));
            });
  }

  private <T> Future<T> bounded(SqlConnection connection, Future<T> answer) {
    return answer
        .timeout(longest.toMillis(), TimeUnit.MILLISECONDS)
        .onFailure(
            failure -> {
              if (failure instanceof TimeoutException) {
                OpenSockets.close(connection);
              }
            });
  }

  private FairPool pool(Replica replica) {
    Pooled known = pools.get(replica);
    int life = replica.lives();
    if (known != null && known.life() == life) {
      return known.pool();
    }
    if (known != null) {
      known.pool().close();
    }
    FairPool pool = new FairPool(vertx, replica.options(), size, mostWaiting, patience, () -> {});
    pools.put(replica, new Pooled(life, pool));
    return pool;
  }

  void close() {
    pools.values().forEach(one -> one.pool().close());
    pools.clear();
  }
}
