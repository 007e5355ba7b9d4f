package dev.belfry.testing;

import static java.util.Objects.requireNonNull;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Secret;
import dev.belfry.platform.config.SslMode;
import dev.belfry.platform.db.Jdbc;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code pg_dump} and {@code pg_restore} of this machine, with a server that they can dump: the one
 * of all tests, or else, when that is newer than they are, one of their own version. Also servers
 * that follow another.
 */
public final class PostgresTools implements AutoCloseable {
  private static final Pattern MAJOR = Pattern.compile("\\(PostgreSQL\\) (\\d+)");
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

  private final Path bin;
  private final Path directory;
  private final DatabaseAddress server;
  private final @Nullable Process own;

  private PostgresTools(Path bin, Path directory, DatabaseAddress server, @Nullable Process own) {
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
    Path bin = newest();
    DatabaseAddress tests = TestServer.address();
    return version(bin) >= serverVersion(tests)
        ? new PostgresTools(bin, directory, tests, null)
        : started(bin, directory);
  }

  private static Path newest() {
    return places()
        .filter(place -> Files.isExecutable(place.resolve("pg_dump")))
        .max(Comparator.comparingInt(PostgresTools::version))
        .orElseThrow(
            () -> new AssertionError("pg_dump is missing: install PostgreSQL, as .ci/run does"));
  }

  private static Stream<Path> places() {
    Stream<Path> path =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1)).map(Path::of);
    if (!Files.isDirectory(DEBIAN)) {
      return path;
    }
    try (Stream<Path> versions = Files.list(DEBIAN)) {
      return Stream.concat(versions.map(one -> one.resolve("bin")).toList().stream(), path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int version(Path bin) {
    Matcher major = MAJOR.matcher(run(Path.of("."), List.of(bin + "/pg_dump", "--version")));
    return major.find() ? Integer.parseInt(major.group(1)) : 0;
  }

  private static int serverVersion(DatabaseAddress address) {
    try (Connection connection = Jdbc.connect(address)) {
      return connection.getMetaData().getDatabaseMajorVersion();
    } catch (SQLException e) {
      throw new AssertionError("the test server does not answer", e);
    }
  }

  /**
   * A server of its own that a {@link #follower} can be made of.
   *
   * @param directory for its files
   */
  public static PostgresTools own(Path directory) {
    return started(newest(), directory);
  }

  private static PostgresTools started(Path bin, Path directory) {
    run(
        directory,
        unprivileged(
            bin, "initdb", "-D", directory + "/data", "-U", "belfry", "-A", "trust", "-N"));
    return serve(bin, directory);
  }

  /**
   * A server that follows this one, which answers no commit any more that this one has not.
   *
   * @param other for its files
   */
  public PostgresTools follower(Path other) {
    run(
        directory,
        List.of(
            bin + "/pg_basebackup",
            "--pgdata=" + other + "/data",
            "--dbname=" + url(server),
            "--write-recovery-conf",
            "--checkpoint=fast",
            "--no-sync"));
    PostgresTools follower = serve(bin, other);
    execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
    execute("SELECT pg_reload_conf()");
    return follower;
  }

  /** Lets a follower take writes; waits until it does. */
  public void promote() {
    execute("SELECT pg_promote()");
  }

  /** Ends the server as a failure of its machine does. */
  public void kill() {
    requireNonNull(own).destroyForcibly();
  }

  public DatabaseAddress address() {
    return server;
  }

  private void execute(String sql) {
    TestDatabase.at(server).execute(sql);
  }

  private static PostgresTools serve(Path bin, Path directory) {
    Path data = directory.resolve("data");
    try {
      int port = freePort();
      Process process =
          new ProcessBuilder(
                  unprivileged(
                      bin,
                      "postgres",
                      "-D",
                      data + "",
                      "-p",
                      port + "",
                      "-k",
                      "",
                      "-F",
                      "-h",
                      "127.0.0.1"))
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("postgres.log").toFile())
              .start();
      PostgresTools tools =
          new PostgresTools(
              bin,
              directory,
              new DatabaseAddress(
                  "127.0.0.1", port, "postgres", "belfry", new Secret("trust"), SslMode.DISABLE),
              process);
      tools.awaitServer(process);
      return tools;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  /** A server refuses to run as root, which it is not in a user namespace of its own. */
  private static List<String> unprivileged(Path bin, String program, String... arguments) {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("unshare", "-U"));
    }
    command.add(bin.resolve(program).toString());
    command.addAll(List.of(arguments));
    return command;
  }

  private void awaitServer(Process process) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (true) {
      try {
        Jdbc.connect(server).close();
        return;
      } catch (SQLException notYet) {
        if (!process.isAlive() || System.nanoTime() > deadline) {
          close();
          throw new AssertionError("the server did not start", notYet);
        }
        LockSupport.parkNanos(20_000_000);
      }
    }
  }

  /** A new database on the server. */
  public DatabaseAddress create(String name) {
    execute("CREATE DATABASE " + name + " TEMPLATE template0");
    return server.withDatabase(name);
  }

  /** Drops a database that {@link #create} made. */
  public void drop(DatabaseAddress address) {
    execute("DROP DATABASE " + address.database() + " WITH (FORCE)");
  }

  /** Dumps a database as the operator's guide says, while it is in use. */
  public Path dump(DatabaseAddress from) {
    Path file = directory.resolve("belfry.dump");
    run(
        directory,
        List.of(bin + "/pg_dump", "--format=custom", "--file=" + file, "--dbname=" + url(from)));
    return file;
  }

  /** Restores a dump into an empty database as the operator's guide says. */
  public void restore(Path file, DatabaseAddress into) {
    run(
        directory,
        List.of(
            bin + "/pg_restore",
            "--exit-on-error",
            "--single-transaction",
            "--no-owner",
            "--dbname=" + url(into),
            file.toString()));
  }

  private static String url(DatabaseAddress address) {
    return "postgresql://%s:%s@%s:%d/%s"
        .formatted(
            address.user(),
            address.password().value(),
            address.host(),
            address.port(),
            address.database());
  }

  private static String run(Path directory, List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new AssertionError(command.get(0) + " failed: " + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() {
    if (own == null) {
      return;
    }
    own.destroy();
    try {
      if (!own.waitFor(10, TimeUnit.SECONDS)) {
        own.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
