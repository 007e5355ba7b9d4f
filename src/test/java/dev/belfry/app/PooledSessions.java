package dev.belfry.app;

import dev.belfry.platform.config.DatabaseAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What clients of a pooler have left in its connections to the server. */
final class PooledSessions {
  /** Pairs of what was left and a name; the pooler itself sets the first five settings. */
  private static final String LEFT =
      """
      SELECT 'setting ' || name FROM pg_settings
      WHERE source = 'session' AND lower(name) NOT IN ('application_name', 'client_encoding',
        'datestyle', 'timezone', 'standard_conforming_strings')
      UNION ALL SELECT 'setting ' || name
      FROM unnest(ARRAY['belfry.actor', 'belfry.request', 'belfry.acting', 'belfry.acting_on',
        'belfry.quotas', 'belfry.notifies_later', 'belfry.follows']) AS name
      WHERE current_setting(name, true) <> ''
      UNION ALL SELECT 'statement ' || name FROM pg_prepared_statements
      WHERE name NOT LIKE 'PGBOUNCER\\_%'
      UNION ALL SELECT 'cursor ' || name FROM pg_cursors WHERE name <> ''
      UNION ALL SELECT 'channel ' || name FROM pg_listening_channels() AS name
      UNION ALL SELECT 'lock ' || objid FROM pg_locks
      WHERE locktype = 'advisory' AND pid = pg_backend_pid()
      UNION ALL SELECT 'temporary table' WHERE pg_my_temp_schema() <> 0""";

  private PooledSessions() {}

  /**
   * Takes all connections of a pool at once, so that it sees each of them.
   *
   * @param size of the pool
   */
  static Set<String> leftovers(DatabaseAddress through, int size) throws SQLException {
    List<Connection> clients = new ArrayList<>();
    Set<Integer> seen = new TreeSet<>();
    Set<String> left = new TreeSet<>();
    try {
      for (int i = 0; i < size; i++) {
        Connection client = client(through);
        clients.add(client);
        client.setAutoCommit(false);
        left.addAll(column(client, LEFT));
        seen.add(Integer.valueOf(column(client, "SELECT pg_backend_pid()").get(0)));
      }
    } finally {
      for (Connection client : clients) {
        client.close();
      }
    }
    if (seen.size() != size) {
      throw new AssertionError("looked at " + seen + " instead of " + size + " connections");
    }
    return left;
  }

  /** A client of the pooler that prepares nothing. */
  static Connection client(DatabaseAddress through) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d/%s?prepareThreshold=0"
            .formatted(through.host(), through.port(), through.database()),
        through.user(),
        through.password().value());
  }

  private static List<String> column(Connection connection, String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }
}
