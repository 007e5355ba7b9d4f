package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks a replica on a connection of its own how far it has replayed the log, one question at a time
 * for all that wait for that, and again as long as any does. Confined to one event loop.
 */
final class ReplicaProbe {
  private static final long AGAIN_MILLIS = 1;

  private final Vertx vertx;
  private final ContextInternal loop;
  private final ConnectOptions options;
  private final Duration silence;
  private final Answered answered;
  private final Consumer<String> lost;
  private final List<Waiter> waiting = new ArrayList<>();
  private @Nullable PgConnection connection;
  private boolean asking;

  /** Told each answer. */
  @FunctionalInterface
  interface Answered {
    /**
     * Takes an answer.
     *
     * @param there null when the server has not followed the primary
     * @param isReplica false when it takes writes itself
     */
    void with(@Nullable WalPosition there, boolean isReplica);
  }

  /** A read or probe that needs a position; its deadline is that of {@link System#nanoTime}. */
  private record Waiter(WalPosition position, long deadline, Promise<Boolean> result) {}

  /**
   * @param silence after which the server is lost
   * @param lost told why an answer failed
   */
  ReplicaProbe(
      Vertx vertx,
      ContextInternal loop,
      ConnectOptions options,
      Duration silence,
      Answered answered,
      Consumer<String> lost) {
    this.vertx = vertx;
    this.loop = loop;
    this.options = options;
    this.silence = silence;
    this.answered = answered;
    this.lost = lost;
  }

  /** Completes the result with whether the replica had the position by the deadline. */
  void await(WalPosition position, long deadline, Promise<Boolean> result) {
    waiting.add(new Waiter(position, deadline, result));
    ask();
  }

  private void ask() {
    if (asking || waiting.isEmpty()) {
      return;
    }
    asking = true;
    WalPosition newest = waiting.get(waiting.size() - 1).position();
    Promise<RowSet<Row>> told = loop.promise();
    connected().compose(open -> ask(open, newest)).onComplete(told);
    told.future()
        .timeout(silence.toMillis(), TimeUnit.MILLISECONDS)
        .onComplete(
            answer -> {
              asking = false;
              if (answer.succeeded()) {
                tell(newest, answer.result().iterator().next());
              } else {
                lose(
                    answer.cause() instanceof TimeoutException
                        ? "it does not answer"
                        : String.valueOf(answer.cause().getMessage()));
              }
            });
  }

  private Future<RowSet<Row>> ask(PgConnection open, WalPosition newest) {
    return options
        .perTransaction()
        .around(open, one -> one.preparedQuery(WalPosition.REPLAYED).execute(newest.history()));
  }

  private Future<PgConnection> connected() {
    PgConnection open = connection;
    return open != null
        ? Future.succeededFuture(open)
        : ConnectionOpener.open(vertx, options, new Patience(silence)).onSuccess(this::keep);
  }

  private void keep(PgConnection opened) {
    PgConnection before = connection;
    connection = opened;
    opened.exceptionHandler(failure -> {});
    opened.closeHandler(
        closed -> {
          if (connection == opened) {
            lose("it closed the connection");
          }
        });
    if (before != null) {
      before.close();
    }
  }

  private void tell(WalPosition asked, Row answer) {
    WalPosition there = asked.replayed(answer);
    answered.with(there, answer.getBoolean(1));
    long now = System.nanoTime();
    List<Runnable> ended = new ArrayList<>();
    for (Iterator<Waiter> all = waiting.iterator(); all.hasNext(); ) {
      Waiter waiter = all.next();
      boolean has = waiter.position().isIn(there);
      if (has || there == null || now - waiter.deadline() >= 0) {
        all.remove();
        ended.add(() -> waiter.result().tryComplete(has));
      }
    }
    ended.forEach(Runnable::run);
    if (!waiting.isEmpty()) {
      vertx.setTimer(AGAIN_MILLIS, again -> ask());
    }
  }

  private void lose(String why) {
    PgConnection closed = connection;
    connection = null;
    List<Waiter> vain = List.copyOf(waiting);
    waiting.clear();
    lost.accept(why);
    vain.forEach(waiter -> waiter.result().tryFail("The replica is lost"));
    if (closed != null) {
      closed.close();
    }
  }
}
