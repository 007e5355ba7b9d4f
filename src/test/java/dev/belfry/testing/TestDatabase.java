package dev.belfry.testing;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Jdbc;
import dev.belfry.platform.db.schema.Migrations;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;
import org.postgresql.ds.PGPooledConnection;

/** A database of a test's own on a real Postgres; closing drops it. */
public final class TestDatabase implements AutoCloseable {
  private static final long PATIENCE_NANOS = 10_000_000_000L;
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final DatabaseAddress address;
  private final boolean ours;

  /** Given back and open: signing in takes longer than most of what tests ask. */
  private final Queue<PooledConnection> idle = new ConcurrentLinkedQueue<>();

  private TestDatabase(DatabaseAddress address, boolean ours) {
    this.address = address;
    this.ours = ours;
  }

  /** A database that exists already; closing leaves it alone. */
  public static TestDatabase at(DatabaseAddress address) {
    return new TestDatabase(address, false);
  }

  /** A fresh, empty database. */
  public static TestDatabase create() {
    return create("template0");
  }

  /**
   * A fresh database with the schema of the program; much quicker than to migrate. On a cluster it
   * is the one that all tests share.
   */
  public static TestDatabase createMigrated() {
    return CitusCluster.isNamed() ? at(CitusCluster.address()) : create(Template.NAME);
  }

  private static TestDatabase create(String template) {
    DatabaseAddress server = TestServer.address();
    // Test runs of several processes may share a server.
    String name = "belfry_test_" + ProcessHandle.current().pid() + "_" + COUNT.incrementAndGet();
    at(server).execute("CREATE DATABASE " + name + " TEMPLATE " + template + " STRATEGY FILE_COPY");
    return new TestDatabase(server.withDatabase(name), true);
  }

  /** Where the database is. */
  public DatabaseAddress address() {
    return address;
  }

  /** The address of a database of tests as an operator writes it. */
  public static String url(DatabaseAddress address) {
    return "postgresql://%s:%s@%s/%s?sslmode=disable"
        .formatted(
            address.user(),
            address.password().value(),
            address.where().replace(" ", ""),
            address.database());
  }

  /** A connection to read the truth with, for the caller to close. */
  public Connection jdbc() {
    try {
      for (PooledConnection kept = idle.poll(); kept != null; kept = idle.poll()) {
        Connection connection = kept.getConnection();
        if (connection.isValid(1)) {
          return connection;
        }
        kept.close();
      }
      Connection connection = Jdbc.connect(address);
      return ours ? keepingOpen(connection) : connection;
    } catch (SQLException e) {
      throw new AssertionError("no connection to the test database", e);
    }
  }

  private Connection keepingOpen(Connection connection) throws SQLException {
    PooledConnection kept = new PGPooledConnection(connection, true);
    kept.addConnectionEventListener(
        new ConnectionEventListener() {
          @Override
          public void connectionClosed(ConnectionEvent event) {
            if (isFresh(connection)) {
              idle.add(kept);
            }
          }

          @Override
          public void connectionErrorOccurred(ConnectionEvent event) {
            // It tells so itself when it is to be used again.
          }
        });
    return kept.getConnection();
  }

  /** Whether a connection lives; it has no lock, setting or subscription any more then. */
  private static boolean isFresh(Connection connection) {
    try (Statement statement = connection.createStatement()) {
      connection.setAutoCommit(true);
      statement.execute("DISCARD ALL");
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  /** The number that a statement such as {@code SELECT count(*)} answers. */
  public long count(String sql) {
    try (Connection connection = jdbc();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new AssertionError("the test database refused: " + sql, e);
    }
  }

  /**
   * Runs a statement, commits it once somebody waits for its locks, and returns what the request
   * gets that is sent meanwhile. Fails when nobody waits within ten seconds.
   */
  public <T> T beforeCommitOf(String sql, Supplier<T> request) {
    try (Connection connection = jdbc();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(sql);
      CompletableFuture<T> answer = CompletableFuture.supplyAsync(request);
      awaitBlocked(statement);
      connection.commit();
      return answer.join();
    } catch (SQLException e) {
      throw new AssertionError("the test database refused: " + sql, e);
    }
  }

  /** Waits until a session waits for a lock of this statement's session, ten seconds at most. */
  public static void awaitBlocked(Statement statement) throws SQLException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (System.nanoTime() < end) {
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT 1 FROM pg_locks WHERE NOT granted"
                  + " AND pg_backend_pid() = ANY (pg_blocking_pids(pid))")) {
        if (rows.next()) {
          return;
        }
      }
    }
    throw new AssertionError("nobody waits for the statement");
  }

  /** Does work while this test holds a lock of the service, such as that of housekeeping. */
  public void whileLocked(String name, Runnable work) {
    try (Connection connection = jdbc();
        PreparedStatement lock =
            connection.prepareStatement("SELECT pg_advisory_xact_lock(hashtext(?))")) {
      connection.setAutoCommit(false);
      lock.setString(1, name);
      lock.execute();
      work.run();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Changes the database behind the service's back. */
  public void execute(String sql) {
    try (Connection connection = jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError("the test database refused: " + sql, e);
    }
  }

  /** Drops the database if it was made for the test, ending connections that are still open. */
  @Override
  public void close() {
    if (!ours) {
      return;
    }
    at(TestServer.address())
        .execute("DROP DATABASE IF EXISTS " + address.database() + " WITH (FORCE)");
    // The server has ended them: they only give their sockets back.
    for (PooledConnection kept = idle.poll(); kept != null; kept = idle.poll()) {
      try {
        kept.close();
      } catch (SQLException e) {
        throw new AssertionError("a connection to the test database does not close", e);
      }
    }
  }

  /** Made when it is first needed, once in a process. */
  private static final class Template {
    static final String NAME = make();

    private static String make() {
      TestDatabase database = create();
      new Migrations().migrate(database.address());
      TestServer.atExit(database::close);
      return database.address().database();
    }
  }
}
