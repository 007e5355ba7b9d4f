package dev.belfry.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.SslMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * PgBouncer with the configuration that is shipped; only addresses, ports and paths are others. It
 * is the one of this machine, or the program that {@code BELFRY_TEST_PGBOUNCER} names.
 */
public final class PgBouncer implements AutoCloseable {
  private static final Path SHIPPED = Path.of("config/pgbouncer.ini");
  private static final Pattern VERSION = Pattern.compile("PgBouncer (\\d+)\\.(\\d+)");
  private static final String KEEPS_STATEMENTS = "max_prepared_statements = 300";
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private final Process process;
  private final DatabaseAddress server;
  private final int port;
  private final boolean preparesStatements;

  private PgBouncer(Process process, DatabaseAddress server, int port, boolean preparesStatements) {
    this.process = process;
    this.server = server;
    this.port = port;
    this.preparesStatements = preparesStatements;
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  /** Starts it before a server in transaction mode; it keeps statements if it is able to. */
  public static PgBouncer start(Path directory, DatabaseAddress server) {
    return start(directory, server, Map.of());
  }

  /**
   * Starts it before a server.
   *
   * @param instead texts of the shipped configuration, and what is there instead
   */
  public static PgBouncer start(
      Path directory, DatabaseAddress server, Map<String, String> instead) {
    String program = System.getenv().getOrDefault("BELFRY_TEST_PGBOUNCER", "/usr/sbin/pgbouncer");
    try {
      int port = FreePort.find();
      boolean preparing = keepsStatements(program);
      Path users = directory.resolve("userlist.txt");
      Files.writeString(
          users, "\"%s\" \"%s\"\n".formatted(server.user(), server.password().value()));
      String text = Files.readString(SHIPPED);
      if (preparing) {
        text = replace(text, ";" + KEEPS_STATEMENTS, KEEPS_STATEMENTS);
      }
      text = replace(text, "listen_port = 6432", "listen_port = " + port);
      text = replace(text, "/etc/pgbouncer/userlist.txt", users.toString());
      text =
          replace(
              text,
              "belfry = host=127.0.0.1 port=5432 dbname=belfry",
              "* = host=%s port=%d".formatted(server.host(), server.port()));
      for (Map.Entry<String, String> one : instead.entrySet()) {
        text = replace(text, one.getKey(), one.getValue());
      }
      Path file = Files.writeString(directory.resolve("pgbouncer.ini"), text);
      Path log = directory.resolve("pgbouncer.log");
      Process process =
          new ProcessBuilder(PostgresPrograms.unprivileged(List.of(program, file.toString())))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      PgBouncer started = new PgBouncer(process, server, port, preparing);
      started.await(log);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException("PgBouncer must be installed, as .ci/run does it", e);
    }
  }

  private static boolean keepsStatements(String program) throws IOException {
    Process asked = new ProcessBuilder(program, "--version").start();
    Matcher version = VERSION.matcher(new String(asked.getInputStream().readAllBytes(), UTF_8));
    if (!version.find()) {
      throw new AssertionError(program + " does not tell its version");
    }
    int minor = Integer.parseInt(version.group(2));
    return Integer.parseInt(version.group(1)) > 1 || minor >= 21;
  }

  private static String replace(String text, String what, String with) {
    if (!text.contains(what)) {
      throw new AssertionError(SHIPPED + " has no " + what);
    }
    return text.replace(what, with);
  }

  private void await(Path log) throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!accepts()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        close();
        throw new AssertionError(Files.readString(log));
      }
      Polling.pause();
    }
  }

  private boolean accepts() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** The settings of an instance that reaches the given database of the server through it. */
  public Map<String, String> environment(DatabaseAddress database) {
    return Map.of(
        "BELFRY_DATABASE_URL",
        TestDatabase.url(through(database)),
        "BELFRY_DATABASE_SESSION_URL",
        TestDatabase.url(database),
        "BELFRY_DATABASE_PREPARED_STATEMENTS",
        Boolean.toString(preparesStatements));
  }

  /** Where a database of the server is for those who come through it. */
  public DatabaseAddress through(DatabaseAddress database) {
    return new DatabaseAddress(
        "127.0.0.1", port, database.database(), server.user(), server.password(), SslMode.DISABLE);
  }

  /** Whether a prepared statement outlasts its transaction. */
  public boolean preparesStatements() {
    return preparesStatements;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
