package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ends of transactions. A server that stops leaves a commit that waits for a standby, and tells
 * nothing of it. The server that is promoted after it knows what became of it, so with several
 * servers it is asked. Confined to an event loop.
 */
final class Commits {
  /** In the transaction: who it is, and a place in the log before its commit. */
  private static final String MARK =
      """
      SELECT pg_current_xact_id_if_assigned()::text, %s, (p.lsn - '0/0')::bigint
      FROM pg_current_wal_insert_lsn() AS p (lsn)"""
          .formatted(WalPosition.timeline("p.lsn"));

  /**
   * What became of a transaction: null if that cannot be told. The server that took over from its
   * own has begun the next timeline where it had replayed the log to. If the mark lies before, it
   * has given the number of the transaction to no other; if not, it has not seen the commit.
   */
  private static final String FATE =
      """
      SELECT CASE
        WHEN %s <> $2 + 1 THEN NULL
        WHEN (pg_last_wal_replay_lsn() - '0/0')::bigint < $3 THEN false
        WHEN (pg_last_wal_replay_lsn() - '0/0')::bigint >= $3
          THEN pg_xact_status($1::text::xid8) = 'committed'
        END"""
          .formatted(WalPosition.timeline("pg_current_wal_insert_lsn()"));

  private static final Future<Mark> UNMARKED = Future.failedFuture("No other server can be asked");

  private final Vertx vertx;
  private final ConnectOptions options;
  private final Patience patience;

  /** Says that a transaction has no effect, since its session ended before it committed. */
  static final class UncommittedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UncommittedException() {
      super("The session ended before its transaction committed", null, false, false);
    }
  }

  /**
   * A transaction that has not ended.
   *
   * @param transaction its number, null if it changes nothing
   * @param timeline that its server writes
   * @param lsn a place in the log before its commit
   */
  private record Mark(@Nullable String transaction, int timeline, long lsn) {
    static Mark of(RowSet<Row> rows) {
      Row row = rows.iterator().next();
      return new Mark(row.getString(0), row.getInteger(1), row.getLong(2));
    }
  }

  /**
   * @param patience how long it is waited for a server to ask
   */
  Commits(Vertx vertx, ConnectOptions options, Patience patience) {
    this.vertx = vertx;
    this.options = options.ofSharedStatements();
    this.patience = patience;
  }

  /** Whether there are servers to ask, for which a transaction has to be one of its own. */
  boolean canBeAsked() {
    return !options.isAlone();
  }

  /**
   * Commits a transaction. If the connection is lost before the answer, another server is asked:
   * completes if that one has the transaction, fails with {@link UncommittedException} if it has
   * not, and with the loss of the connection if it does not know.
   *
   * @param end listens to the connection since the transaction began
   * @param commit sends it
   */
  Future<Void> send(SqlConnection connection, SessionEnd end, Supplier<Future<?>> commit) {
    Future<Mark> marked =
        canBeAsked() ? connection.preparedQuery(MARK).execute().map(Mark::of) : UNMARKED;
    return end.explain(commit.get().<Void>mapEmpty()).recover(failure -> end(marked, failure));
  }

  private Future<Void> end(Future<Mark> marked, Throwable failure) {
    if (Failures.isUnexecuted(failure)) {
      return Future.failedFuture(new UncommittedException());
    }
    if (!marked.succeeded() || !Failures.isLost(failure)) {
      return Future.failedFuture(failure);
    }
    Mark mark = marked.result();
    if (mark.transaction() == null) {
      return Future.failedFuture(new UncommittedException());
    }
    return ConnectionOpener.open(vertx, options, patience)
        .compose(
            other -> patience.bound(isCommitted(other, mark)).onComplete(told -> other.close()))
        .transform(
            told -> {
              if (told.failed() || told.result() == null) {
                return Future.failedFuture(failure);
              }
              return told.result()
                  ? Future.succeededFuture()
                  : Future.failedFuture(new UncommittedException());
            });
  }

  private static Future<@Nullable Boolean> isCommitted(PgConnection other, Mark mark) {
    // Without a handler the client prints a stack trace when the connection is lost.
    return other
        .exceptionHandler(told -> {})
        .preparedQuery(FATE)
        .execute(Tuple.of(mark.transaction(), mark.timeline(), mark.lsn()))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }
}
