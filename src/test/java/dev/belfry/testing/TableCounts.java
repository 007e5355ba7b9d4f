package dev.belfry.testing;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** How many rows every table has, to tell whether something was written. */
public final class TableCounts {
  /** What requests use up of their limit, whatever else they do, and what follows later. */
  private static final Set<String> NOT_COUNTED =
      Set.of("rate_windows", "changes", "check_overview", "pending_notifications");

  private TableCounts() {}

  /** Rows by table; partitions count where they belong. */
  public static Map<String, Long> of(TestDatabase database) {
    Map<String, Long> counts = new TreeMap<>();
    try (Connection connection = database.jdbc();
        Statement tables = connection.createStatement();
        Statement count = connection.createStatement();
        ResultSet names =
            tables.executeQuery(
                """
                SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
                AND relkind IN ('r', 'p') AND NOT relispartition""")) {
      while (names.next()) {
        String name = names.getString(1);
        if (!NOT_COUNTED.contains(name)) {
          try (ResultSet rows = count.executeQuery("SELECT count(*) FROM " + name)) {
            rows.next();
            counts.put(name, rows.getLong(1));
          }
        }
      }
      return counts;
    } catch (SQLException e) {
      throw new AssertionError("the tables cannot be counted", e);
    }
  }
}
