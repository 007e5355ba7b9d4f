package dev.belfry.citus;

import dev.belfry.testing.TestDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;

/** The last worker of the cluster, to which the coordinator goes over a link until it is closed. */
final class LinkedWorker implements AutoCloseable {
  private final TestDatabase database;
  private final long node;
  private final String host;
  private final int port;
  private final WorkerLink link;

  LinkedWorker(TestDatabase database) {
    this.database = database;
    node = database.count("SELECT max(nodeid) FROM pg_dist_node WHERE groupid > 0");
    host = text(database, "SELECT nodename FROM pg_dist_node WHERE nodeid = " + node);
    port = (int) database.count("SELECT nodeport FROM pg_dist_node WHERE nodeid = " + node);
    link = new WorkerLink(host, port);
    lead("127.0.0.1", link.port());
  }

  WorkerLink link() {
    return link;
  }

  /** The first column of the first row of a query. */
  static String text(TestDatabase database, String sql) {
    try (Connection connection = database.jdbc();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  private void lead(String to, int at) {
    database.execute("SELECT citus_update_node(%d, '%s', %d)".formatted(node, to, at));
  }

  @Override
  public void close() throws IOException {
    link.mend();
    lead(host, port);
    link.close();
  }
}
