package dev.belfry.fleet;

import dev.belfry.fleet.PatroniMember.Place;
import dev.belfry.platform.db.Jdbc;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks each member many times a second whether it takes writes, and on which timeline. Safe for
 * every thread.
 */
final class PrimaryWatch implements AutoCloseable {
  private static final String QUESTION =
      """
      SELECT CASE WHEN pg_is_in_recovery() THEN 0 ELSE
        ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int END""";

  private static final int PATIENCE_MILLIS = 500;
  private static final long PAUSE_NANOS = 10_000_000;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Promotion> promotions = new ArrayList<>();
  private volatile boolean closed;

  /**
   * A member that took writes for the first time since it or another one was promoted.
   *
   * @param at when that was seen, milliseconds since 1970
   */
  record Promotion(Place place, int timeline, long at) {}

  PrimaryWatch(List<PatroniMember> members) {
    members.forEach(member -> threads.execute(() -> watch(member.place())));
  }

  private void watch(Place place) {
    while (!closed) {
      try (Connection connection = Jdbc.connect(PatroniSet.alone(place));
          Statement statement = connection.createStatement()) {
        connection.setNetworkTimeout(Runnable::run, PATIENCE_MILLIS);
        while (!closed) {
          ask(place, statement);
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      } catch (SQLException away) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private void ask(Place place, Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery(QUESTION)) {
      row.next();
      note(place, row.getInt(1));
    }
  }

  private synchronized void note(Place place, int timeline) {
    if (timeline > 0 && promotions.stream().allMatch(one -> one.timeline() < timeline)) {
      promotions.add(new Promotion(place, timeline, System.currentTimeMillis()));
    }
  }

  /** The first promotion that was seen from a moment on. */
  synchronized Optional<Promotion> since(long at) {
    return promotions.stream().filter(one -> one.at() >= at).findFirst();
  }

  @Override
  public void close() {
    closed = true;
    threads.shutdown();
    try {
      if (!threads.awaitTermination(2, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
