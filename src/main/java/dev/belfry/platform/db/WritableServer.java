package dev.belfry.platform.db;

import dev.belfry.platform.config.DatabaseAddress.Server;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds which of several servers takes writes, as {@code target_session_attrs=read-write} of libpq
 * does, but asks all of them at once, so that a dead one costs no time. A promoted server is found
 * within {@value #AGAIN_MILLIS} ms of being asked. From then on a server that was promoted earlier
 * is believed no more, whatever it says, and connections to others are closed. Safe for every
 * thread.
 */
final class WritableServer {
  /** What one server gets to answer: one that is busy is slow to open a connection. */
  private static final Duration PATIENCE = Duration.ofMillis(1_500);

  /** How long is looked for a server, when none takes writes. */
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** How long an answer holds, so that a pool that opens many connections asks once. */
  private static final long KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final long AGAIN_MILLIS = 50;

  private static final int STANDBY = -2;
  private static final int READ_ONLY = -1;
  private static final int NO_TIMELINE = 0;

  private static final String QUESTION =
      "SELECT pg_is_in_recovery(), current_setting('transaction_read_only') = 'on'";

  /** Grows with each promotion; a server that was not told of one stays behind. */
  private static final String TIMELINE = "SELECT " + WalPosition.timeline("pg_current_wal_lsn()");

  private static final Logger LOG = LoggerFactory.getLogger(WritableServer.class);
  private static final RareWarning NONE = new RareWarning(Duration.ofSeconds(10));

  /** The same servers have the same answer, whichever pool asks. */
  private static final Map<List<Server>, WritableServer> ALL = new ConcurrentHashMap<>();

  private final List<Server> servers;
  private final OpenSockets sockets = new OpenSockets();
  private final Map<Server, PgConnection> kept = new ConcurrentHashMap<>();
  private @Nullable Look last;
  private @Nullable Server known;
  private int timeline;

  /** One search, which every asker of its time shares. */
  private static final class Look {
    private final Promise<Server> found = Promise.promise();
    private final Map<Server, String> refusals = new ConcurrentHashMap<>();
    private final long end = System.nanoTime() + LOOK_NANOS;
    private volatile long foundAt;

    boolean isOver() {
      return System.nanoTime() - end >= 0;
    }
  }

  private WritableServer(List<Server> servers) {
    this.servers = servers;
  }

  static WritableServer among(List<Server> servers) {
    return ALL.computeIfAbsent(servers, WritableServer::new);
  }

  /**
   * The server that takes writes. Fails with an {@link IOException} when there is none for two
   * seconds.
   *
   * @param options those of a connection to a server
   */
  Future<Server> find(Vertx vertx, Function<Server, PgConnectOptions> options) {
    Look look;
    synchronized (this) {
      if (last != null && isOfUse(last)) {
        return last.found.future();
      }
      look = new Look();
      last = look;
    }
    servers.forEach(server -> ask(look, server, vertx, options, kept.remove(server)));
    return look.found.future();
  }

  /** The server that was found refuses connections: the next asker looks anew. */
  synchronized void forget() {
    if (last != null && last.found.future().isComplete()) {
      last = null;
    }
  }

  private static boolean isOfUse(Look look) {
    return look.found.future().succeeded()
        ? System.nanoTime() - look.foundAt < KEPT_NANOS
        : !look.isOver();
  }

  /**
   * Asks one server until the search is over.
   *
   * @param known a connection on which it has answered as a standby: a login costs more than a
   *     question, and the connection outlasts the promotion of its server. What other servers say
   *     on an old connection is not what they say on a new one
   */
  private void ask(
      Look look,
      Server server,
      Vertx vertx,
      Function<Server, PgConnectOptions> options,
      @Nullable PgConnection known) {
    Future<PgConnection> connected =
        known == null
            ? ConnectionOpener.open(vertx, options.apply(server), new Patience(PATIENCE))
            : Future.succeededFuture(known);
    connected
        .compose(WritableServer::timeline)
        .onComplete(
            answer -> {
              String refusal =
                  answer.failed() ? reason(answer.cause()) : judge(server, answer.result());
              if (refusal.isEmpty()) {
                look.foundAt = System.nanoTime();
                look.found.tryComplete(server);
              } else {
                look.refusals.put(server, refusal);
                if (look.isOver()) {
                  fail(look);
                }
              }
              PgConnection standby = standby(connected.result(), answer.result());
              if (!look.found.future().isComplete()) {
                vertx.setTimer(AGAIN_MILLIS, again -> ask(look, server, vertx, options, standby));
              } else if (standby != null) {
                close(kept.put(server, standby));
              }
            });
  }

  /** The connection if it leads to a standby; any other is closed. */
  private static @Nullable PgConnection standby(
      @Nullable PgConnection connection, @Nullable Integer answered) {
    if (Objects.equals(answered, STANDBY)) {
      return connection;
    }
    close(connection);
    return null;
  }

  private static void close(@Nullable PgConnection connection) {
    if (connection != null) {
      connection.close();
    }
  }

  /** The timeline that a server writes, 0 if it does not tell; negative when it takes no writes. */
  private static Future<Integer> timeline(PgConnection connection) {
    // The client prints the failure of a connection unless a handler takes it.
    return connection
        .exceptionHandler(told -> {})
        .query(QUESTION)
        .execute()
        .compose(
            rows -> {
              Row row = rows.iterator().next();
              return row.getBoolean(0) || row.getBoolean(1)
                  ? Future.succeededFuture(row.getBoolean(0) ? STANDBY : READ_ONLY)
                  : connection
                      .query(TIMELINE)
                      .execute()
                      .map(told -> told.iterator().next().getInteger(0))
                      .otherwise(NO_TIMELINE);
            })
        .timeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Why a server is not the one, empty when it is. */
  private synchronized String judge(Server server, int answered) {
    if (answered == STANDBY || answered == READ_ONLY) {
      return "takes no writes";
    }
    if (answered != NO_TIMELINE && answered < timeline) {
      return "takes writes, but another server has been promoted since: timeline %d before %d"
          .formatted(answered, timeline);
    }
    timeline = Math.max(timeline, answered);
    if (known != null && !known.equals(server)) {
      LOG.info("Postgres at {} takes writes now; before, {} did", server, known);
      LoginTurns.to(servers).moved();
      sockets.closeAllBut(server);
    }
    known = server;
    return "";
  }

  /** Remembers a connection until it is closed: at the latest when another server takes writes. */
  synchronized void opened(SqlConnection connection) {
    sockets.add(connection);
    if (known != null) {
      sockets.closeAllBut(known);
    }
  }

  private static String reason(Throwable failure) {
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }

  private void fail(Look look) {
    String reasons =
        servers.stream()
            .filter(look.refusals::containsKey)
            .map(server -> server + ": " + look.refusals.get(server))
            .collect(Collectors.joining("; "));
    if (look.found.tryFail(new IOException("No server takes writes: " + reasons))
        && NONE.isDue(System.nanoTime())) {
      LOG.warn("None of the servers of BELFRY_DATABASE_URL takes writes: {}", reasons);
    }
  }
}
