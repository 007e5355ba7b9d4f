package dev.belfry.testing;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Secret;
import dev.belfry.platform.config.SslMode;
import dev.belfry.platform.db.Jdbc;
import dev.belfry.platform.db.embedded.EmbeddedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Stream;
import org.testcontainers.containers.PostgreSQLContainer;

/**
 * The Postgres of all tests of a process, started when it is first needed: the one that {@code
 * BELFRY_TEST_DATABASE_URL} names, else a container where Docker answers, else the embedded one.
 * Where none can be had the tests fail; they are never skipped.
 */
final class TestServer {
  private static final String IMAGE = "postgres:18-alpine";

  private static final Deque<Runnable> AT_EXIT = new ConcurrentLinkedDeque<>();

  private TestServer() {}

  static DatabaseAddress address() {
    return Holder.ADDRESS;
  }

  /** Runs {@code action} when the process ends, before the server stops; the last one first. */
  static void atExit(Runnable action) {
    if (AT_EXIT.isEmpty()) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> AT_EXIT.forEach(Runnable::run)));
    }
    AT_EXIT.addFirst(action);
  }

  private static final class Holder {
    static final DatabaseAddress ADDRESS = find();
  }

  private static DatabaseAddress find() {
    String named = System.getenv().getOrDefault("BELFRY_TEST_DATABASE_URL", "");
    if (!named.isBlank()) {
      return DatabaseAddress.parse(named);
    }
    return Docker.answers() ? container() : embedded();
  }

  @SuppressWarnings("resource") // The container lives as long as the process.
  private static DatabaseAddress container() {
    PostgreSQLContainer<?> container =
        new PostgreSQLContainer<>(IMAGE)
            .withCommand(
                "postgres",
                "-c",
                "fsync=off",
                "-c",
                "synchronous_commit=off",
                "-c",
                "max_connections=400");
    container.start();
    return signingInQuickly(
        new DatabaseAddress(
            container.getHost(),
            container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT),
            container.getDatabaseName(),
            container.getUsername(),
            new Secret(container.getPassword()),
            SslMode.DISABLE));
  }

  private static DatabaseAddress embedded() {
    try {
      Path directory = Files.createTempDirectory("belfry-test");
      EmbeddedServer server = EmbeddedServer.start(directory, false);
      atExit(() -> stop(server, directory));
      return signingInQuickly(server.address());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Has the password hashed once, not 4,096 times: tests open thousands of connections, and each
   * hashed it again.
   */
  private static DatabaseAddress signingInQuickly(DatabaseAddress address) {
    try (Connection connection = Jdbc.connect(address);
        Statement statement = connection.createStatement()) {
      statement.execute("SET scram_iterations = 1");
      statement.execute(
          "ALTER ROLE %s PASSWORD %s"
              .formatted(
                  statement.enquoteIdentifier(address.user(), true),
                  statement.enquoteLiteral(address.password().value())));
      return address;
    } catch (SQLException e) {
      throw new AssertionError("the test server keeps its password", e);
    }
  }

  private static void stop(EmbeddedServer server, Path directory) {
    server.close();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
