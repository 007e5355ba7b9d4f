package dev.belfry.platform.db;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Quotas;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The database as one event loop uses it: a pool for transactions and ordinary statements, and
 * statements that do the work of many requests. Every future fails with a 503 in the time of {@link
 * Patience} when the database is away, slow or overloaded. Confined to the event loop that made it.
 */
public final class Database {
  private final FairPool pool;
  private final Duration timeout;
  private final boolean joins;
  private final Batches batches;
  private final SharedTransactions shared;
  private final RequestTransactions requests;

  /**
   * Makes a database of work that no request waits for, whose statements notify listeners
   * themselves.
   *
   * @param poolSize connections of the pool, at least 1; batches have connections of their own
   */
  public Database(Vertx vertx, DatabaseAddress address, Config.Database config, int poolSize) {
    this(
        vertx,
        ConnectOptions.of(address, config.timeout()).ranked(LoginTurns.Rank.WORK),
        config,
        poolSize);
  }

  /** Makes a database whose statements keep accounts within their quotas. */
  public Database(
      Vertx vertx, DatabaseAddress address, Config.Database config, int poolSize, Quotas quotas) {
    this(vertx, ConnectOptions.of(address, config.timeout(), quotas), config, poolSize);
  }

  /** The same with the sender of notifications and the patience of the process. */
  public Database(
      Vertx vertx,
      DatabaseAddress address,
      Config.Database config,
      int poolSize,
      Quotas quotas,
      NotificationSender sender,
      Patience patience) {
    this(
        vertx,
        ConnectOptions.of(address, config.timeout(), quotas).notifyingLater(),
        config,
        poolSize,
        sender::wake,
        patience);
  }

  Database(Vertx vertx, ConnectOptions connect, Config.Database config, int poolSize) {
    this(vertx, connect, config, poolSize, () -> {}, new Patience(config.timeout()));
  }

  private Database(
      Vertx vertx,
      ConnectOptions connect,
      Config.Database config,
      int poolSize,
      Runnable written,
      Patience patience) {
    this.joins = true;
    this.timeout = config.timeout();
    this.batches = new Batches(vertx, connect, patience, config.maxWaiting(), written);
    this.pool = new FairPool(vertx, connect, poolSize, config.maxWaiting(), patience, written);
    this.shared = new SharedTransactions(vertx, pool, timeout, config.maxWaiting(), written);
    this.requests = new RequestTransactions(pool, timeout, written, Turns.ofWrites(vertx));
  }

  private Database(Database other) {
    this.pool = other.pool.withoutTurns();
    this.timeout = other.timeout;
    this.batches = other.batches;
    this.shared = other.shared;
    this.requests = other.requests;
    this.joins = false;
  }

  /**
   * The same database for statements that must take effect whatever becomes of the request's
   * transaction: they never join {@link #inRequestTransaction}.
   */
  public Database detached() {
    return new Database(this);
  }

  /** How long the server may keep the locks of a transaction whose process is gone silently. */
  public Duration longestOrphan() {
    return timeout.plus(ConnectOptions.IDLE);
  }

  /** Lets {@link #read} use replicas unless null, with so many connections to each. */
  public void readFrom(@Nullable Replicas servers, int connections) {
    batches.readFrom(servers, connections);
  }

  /** Completes when the connections of all batches stand. */
  public Future<Void> ready() {
    return batches.ready();
  }

  /** Runs one statement on its own, which changes nothing that people own. */
  public Future<RowSet<Row>> query(String sql, Tuple parameters) {
    SharedWork<?> sharing = RequestScope.shared();
    if (sharing != null) {
      return joins ? sharing.query(sql, parameters) : sharing.leave();
    }
    SqlConnection joined = joined();
    return joined == null
        ? pool.query(sql, parameters)
        : Failures.withinUnit(joined.preparedQuery(sql).execute(parameters), timeout);
  }

  /**
   * Runs one statement that changes nothing, at a replica if one can answer it. It sees all that
   * was committed when this is called, as {@link #query} does.
   */
  public Future<RowSet<Row>> read(String sql, Tuple parameters) {
    Supplier<Future<RowSet<Row>>> atPrimary = () -> query(sql, parameters);
    return read(connection -> connection.preparedQuery(sql).execute(parameters), atPrimary);
  }

  /** The same for several statements. The work may be run twice: there, and at the primary. */
  public <T> Future<T> read(Function<SqlConnection, Future<T>> work) {
    return read(work, () -> transaction(work));
  }

  private <T> Future<T> read(
      Function<SqlConnection, Future<T>> work, Supplier<Future<T>> atPrimary) {
    ReplicaReads aside = batches.aside();
    return aside == null || RequestScope.shared() != null || joined() != null
        ? atPrimary.get()
        : aside.read(work, atPrimary);
  }

  /** Runs one statement on behalf of the caller of the present request. */
  public Future<RowSet<Row>> change(String sql, Tuple parameters) {
    return transaction(connection -> connection.preparedQuery(sql).execute(parameters));
  }

  /**
   * Runs work in one transaction on behalf of the caller of the request: committed when its future
   * succeeds, rolled back otherwise. Runs it once more after a conflict or a lost connection.
   */
  public <T> Future<T> transaction(Function<SqlConnection, Future<T>> work) {
    SharedWork<?> sharing = RequestScope.shared();
    if (sharing != null) {
      return joins ? sharing.transaction(work) : sharing.leave();
    }
    SqlConnection joined = joined();
    if (joined != null) {
      // Its statements are bounded by the server. To give it up as a whole would let the rest of it
      // go on after the unit, on a connection that another request uses by then.
      return work.apply(joined).recover(Failures::translateInUnit);
    }
    return pool.transaction(
        acting -> Failures.behind(RequestScope.announce(acting), work.apply(acting)));
  }

  /** The same for work of many statements, each with its time, in a {@link RequestScope}. */
  public <T> Future<T> longTransaction(Function<SqlConnection, Future<T>> work) {
    return RequestScope.shared() == null && joined() == null
        ? requests.run(Isolation.READ_COMMITTED, () -> transaction(work))
        : transaction(work);
  }

  /**
   * Runs a part of the present request as one transaction, which every statement and transaction of
   * it joins, whatever object sends it: all of it takes effect, or nothing. Otherwise as {@link
   * #transaction}, but run again up to 19 times. Only within a {@link RequestScope}.
   */
  public <T> Future<T> inRequestTransaction(Isolation isolation, Supplier<Future<T>> work) {
    return requests.run(isolation, work);
  }

  /**
   * The same, together with other requests of one kind, as long as each asks for the statements of
   * many requests alone. Work that asks for more, or that was in the way, is run again by itself.
   *
   * @param subject what at most one request of a transaction may be about
   */
  public <T> Future<T> inSharedTransaction(
      SharedKind kind, Object subject, Supplier<Future<T>> work) {
    Supplier<Future<T>> run =
        () ->
            BulkStatement.orElse(
                shared.execute(kind, subject, work), () -> requests.run(kind.isolation(), work));
    return kind.isolation() == Isolation.REPEATABLE_READ ? inTurn(subject, run) : run.get();
  }

  /**
   * Does work that judges what it changes by what it reads, one after the other for each subject of
   * the account. Within a transaction of the request it has its turn. Fails with a 429 when others
   * keep it waiting for three seconds, and as the work does.
   */
  public <T> Future<T> inTurn(Object subject, Supplier<Future<T>> work) {
    return requests.inTurn(subject, work);
  }

  /** Does work at once, or {@link #inTurn} if other work about the subject has its turn now. */
  public <T> Future<T> behind(Object subject, Supplier<Future<T>> work) {
    return requests.behind(subject, work);
  }

  /** Runs a transaction that locks the row of a subject, {@link #inTurn}. */
  public <T> Future<T> transactionInTurn(Object subject, Function<SqlConnection, Future<T>> work) {
    return inTurn(subject, () -> transaction(work));
  }

  /** Whether the request fails if another changes what it read: it writes the row of that. */
  public boolean isConditional() {
    return RequestScope.isolation() == Isolation.REPEATABLE_READ;
  }

  /** Runs a part of the present unit that changes nothing. */
  public <T> Future<T> reading(Supplier<Future<T>> part) {
    SharedWork<?> sharing = RequestScope.shared();
    return sharing == null ? part.get() : sharing.reading(part);
  }

  /** Runs a part of the present unit that is undone alone when it fails; one at a time. */
  public <T> Future<T> savepoint(Supplier<Future<T>> work) {
    return requests.savepoint(work);
  }

  /**
   * A statement whose concurrent executions share a round trip and a commit.
   *
   * @param order how to order the parameters of a batch; the same everywhere for statements that
   *     lock rows, so that two batches cannot wait for each other
   * @param durability what the end of an execution promises
   */
  public BatchedStatement batched(String sql, BatchOrder order, Durability durability) {
    return batches.statement(sql, order, durability);
  }

  /**
   * A statement that reads, whose concurrent executions are one, as {@link BulkStatement} says.
   *
   * @param columns the parameters after the account; the first is an id
   */
  public BulkStatement bulkRead(String sql, BulkStatement.Column... columns) {
    return batches.read(sql, List.of(columns));
  }

  /**
   * A statement that writes, whose concurrent executions are one. It waits at most {@link
   * ConnectOptions#LOCK_WAIT} for a lock.
   *
   * @param columns the parameters after the account; the first is the id of the resource that the
   *     request names
   */
  public BulkStatement bulkWrite(String sql, BulkStatement.Column... columns) {
    return batches.write(sql, List.of(columns));
  }

  /** Runs work of the service itself on one connection; behind a pooler in one transaction. */
  public <T> Future<T> connection(Function<SqlConnection, Future<T>> work) {
    return pool.keeping(work);
  }

  /** Connections that are open, those of batched statements included. Safe for every thread. */
  public int connections() {
    return pool.size() + batches.connections();
  }

  /** Executions that wait for their batch or for a connection. Safe for every thread. */
  public int waiting() {
    return batches.waiting() + pool.waiting() + shared.waiting();
  }

  /** Closes every connection; statements under way fail. */
  public Future<Void> close() {
    batches.close();
    return pool.close();
  }

  private @Nullable SqlConnection joined() {
    return joins ? RequestScope.joined() : null;
  }
}
