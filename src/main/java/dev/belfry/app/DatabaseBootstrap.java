package dev.belfry.app;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.auth.SigningSecrets;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.platform.db.Jdbc;
import dev.belfry.platform.db.NotificationSender;
import dev.belfry.platform.db.Patience;
import dev.belfry.platform.db.PoolerCheck;
import dev.belfry.platform.db.Replicas;
import dev.belfry.platform.db.embedded.EmbeddedServer;
import dev.belfry.platform.db.schema.Migrations;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.platform.seal.SealingSecrets;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the database ready: starts the embedded server if none is configured, waits for it and
 * migrates it. Its methods block.
 */
final class DatabaseBootstrap implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseBootstrap.class);
  private static final long PAUSE_MILLIS = 250;
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  /** SQLSTATE classes of a server that may yet come: connection, resources, start-up, shutdown. */
  private static final Set<String> NOT_YET = Set.of("08", "53", "57");

  private final Config config;
  private final Patience patience;
  private final @Nullable EmbeddedServer embedded;
  private @Nullable DatabaseAddress address;
  private List<String> secrets = List.of();
  private @Nullable Sealer sealer;
  private volatile @Nullable Replicas replicas;
  private volatile boolean closed;

  /**
   * Creates it; nothing is started yet.
   *
   * @param gone told when the embedded server has died so often that it is not started any more
   */
  DatabaseBootstrap(Config config, Runnable gone) {
    this.config = config;
    this.patience = new Patience(config.database().timeout());
    this.embedded =
        config.embedded() ? new EmbeddedServer(config.database().dataDir(), true, gone) : null;
  }

  /** Returns when the schema is current; waits as long as the server is away. */
  void open() {
    address =
        embedded == null ? requireNonNull(config.database().address()) : embedded.start().address();
    waitFor(address);
    Config.Reads reads = config.database().reads();
    if (reads != null && !closed) {
      replicas = new Replicas(address, reads, config.database().timeout());
    }
    if (closed) {
      close();
      throw new DatabaseUnusableException("Stopped while waiting for the database", null);
    }
  }

  /** Whether the embedded server is away for good. */
  boolean isGone() {
    return embedded != null && embedded.isGone();
  }

  private void waitFor(DatabaseAddress there) {
    long told = 0;
    while (!closed) {
      try {
        new Migrations().migrate(there);
        PoolerCheck.require(there);
        try (Connection connection = Jdbc.connect(there)) {
          secrets = SigningSecrets.load(connection, config.keys());
          sealer = SealingSecrets.sealer(config.keys(), SigningSecrets.kept(connection));
        }
        warnOfKeyInDatabase();
        return;
      } catch (DatabaseUnusableException | SQLException failure) {
        if (!isNotYet(failure)) {
          throw failure instanceof DatabaseUnusableException unusable
              ? unusable
              : new DatabaseUnusableException(String.valueOf(failure.getMessage()), failure);
        }
        if (told == 0 || System.nanoTime() - told > PATIENCE_NANOS) {
          told = System.nanoTime();
          LOG.warn(
              "The database is not available; the instance tries again every {} ms: {}",
              PAUSE_MILLIS,
              Jdbc.reason(failure));
        }
        pause();
      }
    }
  }

  private void warnOfKeyInDatabase() {
    if (!config.embedded() && SealingSecrets.liesInTheDatabase(config.keys())) {
      LOG.warn(
          "Secrets of variables, channels and groups are sealed with a key that lies in the same"
              + " database: a reader of the database can unseal them. Set BELFRY_SEALING_KEY, the"
              + " same on every instance; what is sealed already stays readable");
    }
  }

  private static boolean isNotYet(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql
          && sql.getSQLState() != null
          && NOT_YET.contains(sql.getSQLState().substring(0, 2))) {
        return true;
      }
    }
    return false;
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseUnusableException("Interrupted while waiting for the database", e);
    }
  }

  DatabaseAddress address() {
    return requireNonNull(address);
  }

  /** How long the requests of the process wait for the database. */
  Patience patience() {
    return patience;
  }

  /**
   * The database of the requests of one event loop.
   *
   * @param poolSize connections of its pool, at least 1
   */
  Database database(Vertx vertx, int poolSize, NotificationSender sender) {
    Database database =
        new Database(
            vertx, address(), config.database(), poolSize, config.quotas(), sender, patience);
    database.readFrom(replicas, poolSize);
    return database;
  }

  /** The servers that reads may go to, null without any. */
  @Nullable Replicas replicas() {
    return replicas;
  }

  List<String> secrets() {
    return secrets;
  }

  /** Seals what must not be read in the database. */
  Sealer sealer() {
    return requireNonNull(sealer);
  }

  /** Stops the embedded server, also one that is about to start; {@link #open} then fails. */
  @Override
  public void close() {
    closed = true;
    Replicas reading = replicas;
    if (reading != null) {
      reading.close();
    }
    if (embedded != null) {
      embedded.close();
    }
  }
}
