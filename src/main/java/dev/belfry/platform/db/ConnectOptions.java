package dev.belfry.platform.db;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Quotas;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnectOptions;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Options of the connections that Belfry opens, and the servers that may take them. */
final class ConnectOptions {
  private static final int STATEMENTS_REMEMBERED = 256;
  private static final long CONNECTING_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PAUSE_MILLIS = 20;

  /**
   * How long a transaction may stand still. Less than it takes to be fenced: who does so must not
   * hold the lock on its own row against those who take over.
   */
  static final Duration IDLE = Duration.ofMillis(1_500);

  /** How long a batch waits for a lock, so that one row does not hold up the others for long. */
  static final Duration LOCK_WAIT = Duration.ofMillis(50);

  /** The same for a batch of rows that others are changing, each of which holds them shortly. */
  static final Duration PATIENT_LOCK_WAIT = LOCK_WAIT.multipliedBy(2);

  private final List<DatabaseAddress.Server> servers;
  private final PgConnectOptions options;
  private final Map<String, String> settings;
  private final boolean pooled;
  private final LoginTurns.Rank rank;
  private final @Nullable OpenSockets watched;

  private ConnectOptions(
      List<DatabaseAddress.Server> servers,
      PgConnectOptions options,
      Map<String, String> settings,
      boolean pooled,
      LoginTurns.Rank rank,
      @Nullable OpenSockets watched) {
    this.servers = servers;
    this.options = options;
    this.settings = settings;
    this.pooled = pooled;
    this.rank = rank;
    this.watched = watched;
  }

  /**
   * A server to log in to, now.
   *
   * @param turn to be ended when that has succeeded or failed
   */
  record Login(PgConnectOptions options, LoginTurns.Turn turn) {}

  /**
   * @param timeout bound on a statement, also told to the server, so that it does not go on with
   *     work that no request waits for
   */
  static ConnectOptions of(DatabaseAddress address, Duration timeout) {
    DatabaseAddress.Pooler pooler = address.pooler();
    PgConnectOptions options =
        new PgConnectOptions()
            .setHost(address.host())
            .setPort(address.port())
            .setDatabase(address.database())
            .setUser(address.user())
            .setPassword(address.password().value())
            .setCachePreparedStatements(pooler == null || pooler.preparedStatements())
            .setPreparedStatementCacheMaxSize(STATEMENTS_REMEMBERED)
            .setPreparedStatementCacheSqlFilter(sql -> true)
            .setSslMode(SslMode.valueOf(address.sslMode().name()))
            .addProperty("application_name", "belfry");
    if (options.getSslMode() != SslMode.DISABLE) {
      options.setSslOptions(
          new ClientSSLOptions()
              .setTrustAll(options.getSslMode().compareTo(SslMode.VERIFY_CA) < 0)
              .setHostnameVerificationAlgorithm(
                  options.getSslMode() == SslMode.VERIFY_FULL ? "HTTPS" : ""));
    }
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("belfry.actor", address.actor());
    // Compiling a plan that touches many partitions takes seconds, running it milliseconds.
    settings.put("jit", "off");
    settings.put("statement_timeout", Long.toString(timeout.toMillis()));
    settings.put("idle_in_transaction_session_timeout", Long.toString(IDLE.toMillis()));
    return new ConnectOptions(
        address.servers(), options, settings, pooler != null, LoginTurns.Rank.REQUESTS, null);
  }

  /** The same for a connection whose statements keep accounts within their quotas. */
  static ConnectOptions of(DatabaseAddress address, Duration timeout, Quotas quotas) {
    return of(address, timeout).with("belfry.quotas", quotas.session());
  }

  /** The same for a connection whose triggers leave notifications to a sender. */
  ConnectOptions notifyingLater() {
    return with("belfry.notifies_later", "on");
  }

  /**
   * The same for statements that name their rows. A connection keeps the plan of the time when a
   * table was one page, and would read the table whole until the server has analysed it again.
   */
  ConnectOptions byIndex() {
    return with("enable_seqscan", "off");
  }

  /** The same for a connection that soon gives up waiting for a lock. */
  ConnectOptions impatient(Duration lockWait) {
    return with("lock_timeout", Long.toString(lockWait.toMillis()));
  }

  /** The same for a connection whose commits do not wait for the disk. */
  ConnectOptions soon() {
    return with("synchronous_commit", "off");
  }

  private ConnectOptions with(String property, String value) {
    Map<String, String> more = new LinkedHashMap<>(settings);
    more.put(property, value);
    return new ConnectOptions(servers, options, more, pooled, rank, watched);
  }

  /** The same for a connection whose statements many requests share. */
  ConnectOptions ofSharedStatements() {
    return rank == LoginTurns.Rank.REQUESTS ? ranked(LoginTurns.Rank.SHARED) : this;
  }

  /** The same for connections that are opened sooner or later than others. */
  ConnectOptions ranked(LoginTurns.Rank other) {
    return new ConnectOptions(servers, options, settings, pooled, other, watched);
  }

  /** The same for connections of which the sockets are remembered until they are closed. */
  ConnectOptions watchedBy(OpenSockets sockets) {
    return new ConnectOptions(servers, options, settings, pooled, rank, sockets);
  }

  /** What each transaction has to tell the server, because the connection does not. */
  TransactionSettings perTransaction() {
    return pooled ? TransactionSettings.of(settings) : TransactionSettings.NONE;
  }

  /**
   * Waits for a turn to open a connection. With several servers it leads to the one that takes
   * writes; fails as {@link WritableServer#find} does. Completes on the context of the caller, so
   * that what is opened stays on his event loop, although another may have found the server.
   */
  Future<Login> login(Vertx vertx) {
    return current(vertx)
        .compose(
            server ->
                LoginTurns.to(servers).take(vertx, rank).map(turn -> new Login(at(server), turn)));
  }

  /** Whether there is but one server. */
  boolean isAlone() {
    return servers.size() == 1;
  }

  private Future<DatabaseAddress.Server> current(Vertx vertx) {
    Promise<DatabaseAddress.Server> here = ((ContextInternal) vertx.getOrCreateContext()).promise();
    if (isAlone()) {
      here.complete(servers.get(0));
    } else {
      WritableServer.among(servers).find(vertx, this::at).onComplete(here);
    }
    return here.future();
  }

  /**
   * A pool of one connection.
   *
   * @param wait how long its work waits for it
   */
  Pool poolOfOne(Vertx vertx, Duration wait) {
    return pool(vertx, size(1, wait));
  }

  /**
   * The options of a pool.
   *
   * @param connections at most
   * @param wait how long work waits for one
   */
  static PoolOptions size(int connections, Duration wait) {
    return new PoolOptions()
        .setMaxSize(connections)
        .setConnectionTimeout((int) wait.toMillis())
        .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS);
  }

  /** A pool whose connections lead to the server that takes writes. */
  Pool pool(Vertx vertx, PoolOptions size) {
    Queue<LoginTurns.Turn> turns = new ConcurrentLinkedQueue<>();
    return PgBuilder.pool()
        .with(size)
        .connectingTo(
            () ->
                login(vertx)
                    .onSuccess(
                        login -> {
                          turns.removeIf(LoginTurns.Turn::isOver);
                          turns.add(login.turn());
                        })
                    .map(login -> (SqlConnectOptions) login.options()))
        .withConnectHandler(
            connection -> {
              // The pool does not tell of one that has failed: its turn ends in place of another,
              // which ends by itself.
              LoginTurns.Turn turn = turns.poll();
              if (turn != null) {
                turn.end();
              }
              opened(connection);
              connection.close();
            })
        .using(vertx)
        .build();
  }

  /** To be told of each connection: it is closed when another server takes writes. */
  void opened(SqlConnection connection) {
    if (watched != null) {
      watched.add(connection);
    } else if (!isAlone()) {
      OpenSockets.sendTogether(connection);
      WritableServer.among(servers).opened(connection);
    }
  }

  /**
   * What comes of connecting. With several servers it is done again for a second when one refuses
   * or ends the connection before it stands, because it stops, say: another one may take writes by
   * then.
   */
  <T> Future<T> connecting(Vertx vertx, Supplier<Future<T>> connect) {
    return isAlone() ? connect.get() : connecting(vertx, connect, System.nanoTime());
  }

  private <T> Future<T> connecting(Vertx vertx, Supplier<Future<T>> connect, long begunNanos) {
    return connect
        .get()
        .recover(
            failure -> {
              boolean over = System.nanoTime() - begunNanos > CONNECTING_NANOS;
              if (over || !(Failures.isNotConnected(failure) || Failures.isLost(failure))) {
                return Future.failedFuture(failure);
              }
              WritableServer.among(servers).forget();
              return vertx
                  .timer(PAUSE_MILLIS, TimeUnit.MILLISECONDS)
                  .compose(done -> connecting(vertx, connect, begunNanos));
            });
  }

  /**
   * Looks whether another server takes writes by now. With one server there is nothing to look for.
   */
  void recheck(Vertx vertx) {
    if (!isAlone()) {
      current(vertx);
    }
  }

  /** The options of a connection to one server. */
  PgConnectOptions at(DatabaseAddress.Server server) {
    PgConnectOptions there =
        new PgConnectOptions(options).setHost(server.host()).setPort(server.port());
    if (!pooled) {
      settings.forEach(there::addProperty);
    }
    return there;
  }
}
