package dev.belfry.chaos;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/**
 * How long shards are without an owner that is well, by looking at them again and again. Times are
 * nanoseconds of the process's own counter.
 */
final class Takeovers {
  private static final String OWNERS =
      """
      SELECT k.location || ' ' || k.shard, i.name FROM shards k
      LEFT JOIN instances i ON i.id = k.owner AND i.fenced_at IS NULL""";

  private final Connection connection;
  private final Map<Integer, Long> unwell = new HashMap<>();
  private final Map<String, Long> orphans = new HashMap<>();
  private long lastFault = Long.MIN_VALUE;
  private long lastLook = Long.MIN_VALUE;
  private long longestGap;
  private long longest;
  private long count;
  private long shards;

  Takeovers(Connection connection) {
    this.connection = connection;
  }

  /** The instance at a port can own nothing from now on. */
  synchronized void unwell(int port, long now) {
    unwell.put(port, now);
    lastFault = now;
  }

  /** The instance at a port can own shards again. */
  synchronized void well(int port) {
    unwell.remove(port);
  }

  /** Looks at all shards. */
  synchronized void look(long now) throws SQLException {
    if (lastLook != Long.MIN_VALUE) {
      longestGap = Math.max(longestGap, now - lastLook);
    }
    lastLook = now;
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(OWNERS)) {
      shards = 0;
      while (rows.next()) {
        shards++;
        String name = rows.getString(2);
        int port = name == null ? -1 : Integer.parseInt(name.substring(name.indexOf(':') + 1));
        note(rows.getString(1), name != null && !unwell.containsKey(port), port, now);
      }
    }
  }

  private void note(String shard, boolean owned, int port, long now) {
    if (!owned) {
      orphans.computeIfAbsent(shard, key -> unwell.getOrDefault(port, now));
      return;
    }
    Long since = orphans.remove(shard);
    if (since != null) {
      count++;
      longest = Math.max(longest, now - Math.max(since, lastFault));
    }
  }

  /** Whether there are shards, and each has an owner who is well. */
  synchronized boolean isEven() {
    return shards > 0 && orphans.isEmpty();
  }

  /** Shards that nobody who is well owns just now. */
  synchronized int orphans() {
    return orphans.size();
  }

  /** Changes of owner because the one before was not well. */
  synchronized long count() {
    return count;
  }

  /** The longest any shard was without an owner after the last fault that befell anybody. */
  synchronized double longestSeconds() {
    return longest / 1e9;
  }

  /** The longest time between two looks: figures are not more exact than that. */
  synchronized double gapSeconds() {
    return longestGap / 1e9;
  }
}
