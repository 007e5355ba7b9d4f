package dev.belfry.fuzz;

import dev.belfry.testing.Polling;
import dev.belfry.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the tables hold, as one number for each. */
final class StateDigest {
  /** Uses of limits, heartbeats, what workers do ahead, and what follows from tables later. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "rate_windows",
          "sign_ins",
          "changes",
          "check_overview",
          "instances",
          "shards",
          "result_progress",
          "notification_watermark",
          "pending_notifications",
          "pending_maintenance",
          "audit_pending",
          "announcements",
          "maintenance_accounts",
          "maintenance_intervals",
          "schedules",
          "heartbeats",
          "objective_states",
          "on_call_copies",
          "on_call_shifts");

  /** Attempts to deliver go on by themselves; only that no message is added can be told. */
  private static final Set<String> COUNTED =
      Set.of("deliveries", "invitation_mails", "push_subscriptions");

  private static final long PATIENCE_NANOS = 120_000_000_000L;

  private final TestDatabase database;

  StateDigest(TestDatabase database) {
    this.database = database;
  }

  /**
   * The state once nothing changes any more, for work that goes on after an answer.
   *
   * @throws AssertionError when that does not come
   */
  Map<String, String> settled() {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    Set<String> busy = Set.of();
    Map<String, String> before = now();
    while (System.nanoTime() < deadline) {
      Map<String, String> after = now();
      busy = changed(before, after);
      busy.addAll(underWay());
      if (busy.isEmpty()) {
        return after;
      }
      before = after;
      Polling.pause();
    }
    throw new AssertionError("the tables do not come to rest: " + busy);
  }

  /** Tables with work that an instance has accepted and not done. */
  private Set<String> underWay() {
    Set<String> busy = new TreeSet<>();
    if (database.count("SELECT count(*) FROM deployments WHERE status = 'RUNNING'") > 0) {
      busy.add("deployments");
    }
    // Its worker adds messages, some seconds later when many wait.
    if (database.count("SELECT count(*) FROM announcements") > 0) {
      busy.add("announcements");
    }
    return busy;
  }

  /** The tables whose content differs. */
  static Set<String> changed(Map<String, String> before, Map<String, String> after) {
    Set<String> changed = new TreeSet<>();
    after.forEach(
        (table, digest) -> {
          if (!digest.equals(before.get(table))) {
            changed.add(table);
          }
        });
    return changed;
  }

  Map<String, String> now() {
    Map<String, String> digests = new TreeMap<>();
    try (Connection connection = database.jdbc();
        Statement statement = connection.createStatement()) {
      List<String> names = new ArrayList<>();
      try (ResultSet rows =
          statement.executeQuery(
              """
              SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
              AND relkind IN ('r', 'p') AND NOT relispartition""")) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
      for (String name : names) {
        if (!LEFT_OUT.contains(name)) {
          String content = COUNTED.contains(name) ? "0" : "sum(hashtextextended(t::text, 0))";
          String query =
              "SELECT count(*) || ' ' || coalesce(" + content + ", 0) FROM " + name + " t";
          try (ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            digests.put(name, rows.getString(1));
          }
        }
      }
      return digests;
    } catch (SQLException e) {
      throw new AssertionError("the tables cannot be read", e);
    }
  }
}
