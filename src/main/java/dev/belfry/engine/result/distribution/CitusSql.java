package dev.belfry.engine.result.distribution;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/** Short statements on a connection. Every method throws what the server refuses. */
final class CitusSql {
  private final Connection connection;

  CitusSql(Connection connection) {
    this.connection = connection;
  }

  /** Work of one transaction. */
  interface Work {
    void run() throws SQLException;
  }

  void inTransaction(Work work) throws SQLException {
    connection.setAutoCommit(false);
    try {
      work.run();
      connection.commit();
    } catch (SQLException | RuntimeException e) {
      connection.rollback();
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Inserts rows and returns how many. */
  long insert(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeLargeUpdate(sql);
    }
  }

  boolean isTrue(String sql, Object... parameters) throws SQLException {
    return "t".equals(texts(sql, parameters).get(0));
  }

  long number(String sql, Object... parameters) throws SQLException {
    return Long.parseLong(texts(sql, parameters).get(0));
  }

  /** The first column of all rows. */
  List<String> texts(String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i], Types.OTHER); // The server finds the type.
      }
      List<String> texts = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          texts.add(rows.getString(1));
        }
      }
      return texts;
    }
  }
}
