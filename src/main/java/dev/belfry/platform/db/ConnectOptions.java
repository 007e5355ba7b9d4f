package dev.belfry.platform.db;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Quotas;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.time.Duration;

/** Options of the connections that Belfry opens. */
final class ConnectOptions {
  private static final int STATEMENTS_REMEMBERED = 256;

  /**
   * How long a transaction may stand still. Less than it takes to be fenced: who does so must not
   * hold the lock on its own row against those who take over.
   */
  static final Duration IDLE = Duration.ofMillis(1_500);

  /** How long a batch waits for a lock, so that one row does not hold up the others for long. */
  static final Duration LOCK_WAIT = Duration.ofMillis(50);

  /** The same for a batch of rows that others are changing, each of which holds them shortly. */
  static final Duration PATIENT_LOCK_WAIT = LOCK_WAIT.multipliedBy(2);

  private ConnectOptions() {}

  /**
   * @param timeout bound on a statement, also told to the server, so that it does not go on with
   *     work that no request waits for
   */
  static PgConnectOptions of(DatabaseAddress address, Duration timeout) {
    String millis = Long.toString(timeout.toMillis());
    PgConnectOptions options =
        new PgConnectOptions()
            .setHost(address.host())
            .setPort(address.port())
            .setDatabase(address.database())
            .setUser(address.user())
            .setPassword(address.password().value())
            .setCachePreparedStatements(true)
            .setPreparedStatementCacheMaxSize(STATEMENTS_REMEMBERED)
            .setPreparedStatementCacheSqlFilter(sql -> true)
            .setSslMode(SslMode.valueOf(address.sslMode().name()))
            .addProperty("application_name", "belfry")
            .addProperty("belfry.actor", address.actor())
            // Compiling a plan that touches many partitions takes seconds, running it milliseconds.
            .addProperty("jit", "off")
            .addProperty("statement_timeout", millis)
            .addProperty("idle_in_transaction_session_timeout", Long.toString(IDLE.toMillis()));
    if (options.getSslMode() != SslMode.DISABLE) {
      options.setSslOptions(
          new ClientSSLOptions()
              .setTrustAll(options.getSslMode().compareTo(SslMode.VERIFY_CA) < 0)
              .setHostnameVerificationAlgorithm(
                  options.getSslMode() == SslMode.VERIFY_FULL ? "HTTPS" : ""));
    }
    return options;
  }

  /** The same for a connection whose triggers leave notifications to a sender. */
  static PgConnectOptions notifyingLater(PgConnectOptions options) {
    return new PgConnectOptions(options).addProperty("belfry.notifies_later", "on");
  }

  /** The same for a connection whose statements keep accounts within their quotas. */
  static PgConnectOptions of(DatabaseAddress address, Duration timeout, Quotas quotas) {
    return of(address, timeout).addProperty("belfry.quotas", quotas.session());
  }

  /**
   * The same for statements that name their rows. A connection keeps the plan of the time when a
   * table was one page, and would read the table whole until the server has analysed it again.
   */
  static PgConnectOptions byIndex(PgConnectOptions options) {
    return new PgConnectOptions(options).addProperty("enable_seqscan", "off");
  }

  /** The same for a connection that soon gives up waiting for a lock. */
  static PgConnectOptions impatient(PgConnectOptions options, Duration lockWait) {
    return new PgConnectOptions(options)
        .addProperty("lock_timeout", Long.toString(lockWait.toMillis()));
  }

  /** The same for a connection whose commits do not wait for the disk. */
  static PgConnectOptions soon(PgConnectOptions options) {
    return new PgConnectOptions(options).addProperty("synchronous_commit", "off");
  }
}
