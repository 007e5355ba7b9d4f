package dev.belfry.platform.db;

import dev.belfry.platform.config.DatabaseAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;

/** Tries at the start whether the pooler does what the configuration says. Blocks. */
public final class PoolerCheck {
  private static final String WHICH = "SELECT pg_backend_pid()";

  /** Clients that may take the connection before us, of which we know nothing. */
  private static final int TRIES = 5;

  /** SQLSTATE of a prepared statement that is not there, or that another client has left there. */
  private static final Set<String> LOST = Set.of("26000", "42P05");

  private PoolerCheck() {}

  /**
   * Does nothing at an address without a pooler.
   *
   * @throws DatabaseUnusableException when the pooler loses prepared statements, and the
   *     configuration says that it does not: another statement of the same name would run
   * @throws SQLException when the pooler cannot be reached, or refuses transactions
   */
  public static void require(DatabaseAddress address) throws SQLException {
    DatabaseAddress.Pooler pooler = address.pooler();
    if (pooler == null) {
      return;
    }
    boolean prepares = pooler.preparedStatements();
    DataSource source = Jdbc.plain(address, prepares ? 1 : 0);
    try (Connection client = source.getConnection()) {
      if (prepares) {
        requireStatements(source, client);
      } else {
        client.setAutoCommit(false);
        which(client);
      }
    }
  }

  private static void requireStatements(DataSource source, Connection client) throws SQLException {
    List<Connection> others = new ArrayList<>();
    try (PreparedStatement prepared = client.prepareStatement(WHICH)) {
      int first = which(prepared);
      boolean taken = false;
      while (!taken && others.size() < TRIES) {
        Connection other = source.getConnection();
        others.add(other);
        other.setAutoCommit(false);
        taken = which(other) == first;
      }
      // Outside of a transaction the driver would prepare it again, and say nothing.
      client.setAutoCommit(false);
      which(prepared);
      client.commit();
    } catch (SQLException e) {
      if (LOST.contains(String.valueOf(e.getSQLState()))) {
        throw lost(e);
      }
      throw e;
    } finally {
      for (Connection other : others) {
        other.close();
      }
    }
  }

  private static DatabaseUnusableException lost(SQLException failure) {
    return new DatabaseUnusableException(
        "BELFRY_DATABASE_PREPARED_STATEMENTS is true, but the pooler at BELFRY_DATABASE_URL loses"
            + " prepared statements. Use PgBouncer 1.21 or newer with max_prepared_statements,"
            + " or do not set the variable.",
        failure);
  }

  private static int which(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(WHICH)) {
      return which(statement);
    }
  }

  private static int which(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getInt(1);
    }
  }
}
