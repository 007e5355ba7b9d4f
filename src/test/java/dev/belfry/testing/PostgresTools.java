package dev.belfry.testing;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Jdbc;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code pg_dump} and {@code pg_restore} of this machine, with a server that they can dump: the one
 * of all tests, or else, when that is newer than they are, one of their own version.
 */
public final class PostgresTools implements AutoCloseable {
  private final Path bin;
  private final Path directory;
  private final DatabaseAddress server;
  private final @Nullable OwnPostgres own;

  private PostgresTools(
      Path bin, Path directory, DatabaseAddress server, @Nullable OwnPostgres own) {
    this.bin = bin;
    this.directory = directory;
    this.server = server;
    this.own = own;
  }

  /**
   * Finds the newest programs.
   *
   * @param directory for files of a server, if one is needed
   */
  public static PostgresTools find(Path directory) {
    Path bin = PostgresPrograms.newest();
    DatabaseAddress tests = TestServer.address();
    if (PostgresPrograms.version(bin) >= serverVersion(tests)) {
      return new PostgresTools(bin, directory, tests, null);
    }
    OwnPostgres own = OwnPostgres.started(bin, directory);
    return new PostgresTools(bin, directory, own.address(), own);
  }

  private static int serverVersion(DatabaseAddress address) {
    try (Connection connection = Jdbc.connect(address)) {
      return connection.getMetaData().getDatabaseMajorVersion();
    } catch (SQLException e) {
      throw new AssertionError("the test server does not answer", e);
    }
  }

  public DatabaseAddress address() {
    return server;
  }

  /** A new database on the server. */
  public DatabaseAddress create(String name) {
    TestDatabase.at(server).execute("CREATE DATABASE " + name + " TEMPLATE template0");
    return server.withDatabase(name);
  }

  /** Drops a database that {@link #create} made. */
  public void drop(DatabaseAddress address) {
    TestDatabase.at(server).execute("DROP DATABASE " + address.database() + " WITH (FORCE)");
  }

  /** Dumps a database as the operator's guide says, while it is in use. */
  public Path dump(DatabaseAddress from) {
    Path file = directory.resolve("belfry.dump");
    PostgresPrograms.run(
        directory,
        List.of(bin + "/pg_dump", "--format=custom", "--file=" + file, "--dbname=" + url(from)));
    return file;
  }

  /** Restores a dump into an empty database as the operator's guide says. */
  public void restore(Path file, DatabaseAddress into) {
    PostgresPrograms.run(
        directory,
        List.of(
            bin + "/pg_restore",
            "--exit-on-error",
            "--single-transaction",
            "--no-owner",
            "--dbname=" + url(into),
            file.toString()));
  }

  /** An address as the programs take it. */
  static String url(DatabaseAddress address) {
    return "postgresql://%s:%s@%s:%d/%s"
        .formatted(
            address.user(),
            address.password().value(),
            address.host(),
            address.port(),
            address.database());
  }

  @Override
  public void close() {
    if (own != null) {
      own.close();
    }
  }
}
