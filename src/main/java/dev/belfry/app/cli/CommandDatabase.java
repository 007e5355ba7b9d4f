package dev.belfry.app.cli;

import dev.belfry.api.auth.SigningSecrets;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.platform.db.Jdbc;
import dev.belfry.platform.db.embedded.EmbeddedServer;
import dev.belfry.platform.db.schema.Migrations;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.platform.seal.SealingSecrets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The migrated database of a subcommand: the configured server, else the embedded server of a
 * running service, else an embedded server it starts.
 */
public final class CommandDatabase implements AutoCloseable {
  private final Config config;
  private final DatabaseAddress address;
  private final @Nullable EmbeddedServer started;

  private CommandDatabase(
      Config config, DatabaseAddress address, @Nullable EmbeddedServer started) {
    this.config = config;
    this.address = address.actingAs("command");
    this.started = started;
  }

  public static CommandDatabase open(Config config) {
    CommandDatabase database = connect(config);
    new Migrations().migrate(database.address);
    return database;
  }

  /** The database as it is, migrated or not. */
  static CommandDatabase connect(Config config) {
    DatabaseAddress configured = config.database().address();
    return configured == null
        ? embedded(config, config.database().dataDir())
        : new CommandDatabase(config, configured, null);
  }

  /** The database of an embedded server on this directory as it is, running or not. */
  static CommandDatabase embedded(Config config, Path directory) {
    Optional<DatabaseAddress> running = EmbeddedServer.running(directory);
    if (running.isPresent()) {
      return new CommandDatabase(config, running.get(), null);
    }
    EmbeddedServer server = new EmbeddedServer(directory, true, () -> {});
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "belfry-database-stop"));
    return new CommandDatabase(config, server.start().address(), server);
  }

  DatabaseAddress address() {
    return address;
  }

  /** The secrets that sign keys. */
  List<String> secrets() {
    return query(connection -> SigningSecrets.load(connection, config.keys()));
  }

  /** Seals and unseals as the service does. */
  Sealer sealer() {
    secrets(); // Makes the one that is kept in the database if none was ever needed.
    return query(
        connection -> SealingSecrets.sealer(config.keys(), SigningSecrets.kept(connection)));
  }

  /** Work on a connection. */
  public interface Query<T> {
    T run(Connection connection) throws SQLException;
  }

  public <T> T query(Query<T> query) {
    try (Connection connection = Jdbc.connect(address)) {
      return query.run(connection);
    } catch (SQLException e) {
      throw new DatabaseUnusableException("The database refused: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    if (started != null) {
      started.close();
    }
  }
}
