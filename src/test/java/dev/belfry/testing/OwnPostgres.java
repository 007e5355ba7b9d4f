package dev.belfry.testing;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Secret;
import dev.belfry.platform.config.SslMode;
import dev.belfry.platform.db.Jdbc;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A server of a test's own, by the programs of this machine; also one that follows another. */
public final class OwnPostgres implements AutoCloseable {
  private final Path bin;
  private final Path directory;
  private final DatabaseAddress server;
  private final Process process;

  private OwnPostgres(Path bin, Path directory, DatabaseAddress server, Process process) {
    this.bin = bin;
    this.directory = directory;
    this.server = server;
    this.process = process;
  }

  /**
   * Starts a server of which a {@link #follower} can be made.
   *
   * @param directory for its files
   */
  public static OwnPostgres start(Path directory) {
    return started(PostgresPrograms.newest(), directory);
  }

  /** The same with the programs of a directory. */
  static OwnPostgres started(Path bin, Path directory) {
    PostgresPrograms.run(
        directory,
        PostgresPrograms.unprivileged(
            bin, "initdb", "-D", directory + "/data", "-U", "belfry", "-A", "trust", "-N"));
    return serve(bin, directory);
  }

  /**
   * A server that follows this one, which answers no commit any more that this one has not.
   *
   * @param other for its files
   */
  public OwnPostgres follower(Path other) {
    PostgresPrograms.run(
        directory,
        List.of(
            bin + "/pg_basebackup",
            "--pgdata=" + other + "/data",
            "--dbname=" + PostgresTools.url(server),
            "--write-recovery-conf",
            "--checkpoint=fast",
            "--no-sync"));
    OwnPostgres follower = serve(bin, other);
    execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
    execute("SELECT pg_reload_conf()");
    return follower;
  }

  /** Lets a follower take writes; waits until it does. */
  public void promote() {
    execute("SELECT pg_promote()");
  }

  /** Lets the server stand still, as a machine that hangs does. */
  public void freeze() {
    signal("STOP");
  }

  /** Lets the server go on. */
  public void thaw() {
    signal("CONT");
  }

  /** Stops the server in good order, as for a switch-over: its followers have everything. */
  public void stop() {
    signal("INT");
    process.onExit().join();
  }

  /** A backend may end by itself before its signal comes; the server starts none while stopped. */
  private void signal(String name) {
    ProcessHandle main = process.toHandle();
    signal(name, main);
    if (!name.equals("INT")) {
      main.descendants()
          .forEach(
              backend -> {
                try {
                  signal(name, backend);
                } catch (AssertionError failed) {
                  if (backend.isAlive()) {
                    throw failed;
                  }
                }
              });
    }
  }

  private void signal(String name, ProcessHandle one) {
    PostgresPrograms.run(directory, List.of("kill", "-" + name, Long.toString(one.pid())));
  }

  /** Ends the server as a failure of its machine does. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Executes a statement as the administrator of the server. */
  public void execute(String sql) {
    TestDatabase.at(server).execute(sql);
  }

  private static OwnPostgres serve(Path bin, Path directory) {
    Path data = directory.resolve("data");
    try {
      int port = FreePort.find();
      Process process =
          new ProcessBuilder(
                  PostgresPrograms.unprivileged(
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
      OwnPostgres server =
          new OwnPostgres(
              bin,
              directory,
              new DatabaseAddress(
                  "127.0.0.1", port, "postgres", "belfry", new Secret("trust"), SslMode.DISABLE),
              process);
      server.awaitServer();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitServer() {
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

  /** Where it is, as its administrator. */
  public DatabaseAddress address() {
    return server;
  }

  /** The same for programs that look which of the two takes writes. */
  public DatabaseAddress addressWith(OwnPostgres other) {
    return new DatabaseAddress(
        List.of(server.servers().get(0), other.server.servers().get(0)),
        server.database(),
        server.user(),
        server.password(),
        server.sslMode(),
        server.actor());
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      thaw();
    }
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
