package dev.belfry.engine.run;

import dev.belfry.alerting.alert.AlertJobs;
import dev.belfry.engine.probe.Timings;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.Polling;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Results that the test writes, and what the database says of the alerts they lead to. */
final class AlertFixture implements AutoCloseable {
  static final String ONE_RUN = "\"useGlobalAlertSettings\":false";
  private static final long PERIOD = 10_000;

  final RunStoreFixture store = new RunStoreFixture();
  final long start = number("SELECT epoch_millis() - 600000");

  AlertFixture() throws SQLException {}

  /** A monitor in the cellar with more members. */
  UUID check(String more) throws SQLException {
    return check(more, null);
  }

  UUID check(String more, @Nullable Long group) throws SQLException {
    String settings =
        "{\"name\":\"Home\",\"frequency\":0,\"frequencyOffset\":10,\"privateLocations\":[\"cellar\"],"
            + "\"request\":{\"url\":\"http://e.org/\"}"
            + (more.isEmpty() ? "" : "," + more)
            + "}";
    return store.tables.check(UUID.randomUUID(), group, settings);
  }

  /** Puts members over those of the check's settings. */
  void set(UUID check, String members) throws SQLException {
    store.tables.run(
        "UPDATE checks SET settings = settings || ?::jsonb WHERE id = ?", members, check);
  }

  long channel(String settings) throws SQLException {
    return number(
        "INSERT INTO alert_channels (account_id, type, config, settings, created_at)"
            + " VALUES (?, 'WEBHOOK', '{}', ?::jsonb, now()) RETURNING id",
        ScheduleTables.ACCOUNT,
        settings);
  }

  /** A channel that a check is subscribed to. */
  long channel(UUID check, String settings) throws SQLException {
    long channel = channel(settings);
    subscribe(channel, check, null, true);
    return channel;
  }

  void subscribe(long channel, @Nullable UUID check, @Nullable Long group, boolean activated)
      throws SQLException {
    store.tables.run(
        "INSERT INTO alert_channel_subscriptions"
            + " (account_id, channel_id, check_id, group_id, activated) VALUES (?, ?, ?, ?, ?)",
        ScheduleTables.ACCOUNT,
        channel,
        check,
        group,
        activated);
  }

  int series(UUID check, String location) throws SQLException {
    return (int)
        number("SELECT id FROM series WHERE check_id = ? AND location = ?", check, location);
  }

  /** The final result of the n-th run of a check in the cellar, in a batch of its own. */
  void ran(UUID check, int run, Verdict verdict) throws SQLException {
    store.write(batch(check, run, verdict));
  }

  ResultBatch batch(UUID check, int run, Verdict verdict) throws SQLException {
    ResultBatch batch = new ResultBatch();
    batch.add(result(series(check, "cellar"), run, verdict));
    return batch;
  }

  AttemptRow result(int series, int run, Verdict verdict) {
    return new AttemptRow(
        series,
        start + run * PERIOD,
        0,
        verdict,
        verdict == Verdict.FAILED ? Reason.STATUS : Reason.NONE,
        verdict == Verdict.FAILED ? 500 : 200,
        12,
        new Timings(1, 10, 20, 30, 40, 50, 150_000),
        verdict == Verdict.PASSED ? null : "{\"message\":\"It is broken.\"}");
  }

  /** What was raised about a check, oldest first. */
  List<String> alerts(UUID check) throws SQLException {
    return texts("SELECT type FROM alerts WHERE check_id = ? ORDER BY decided_ms, id", check);
  }

  /** What a channel is told, oldest first. */
  List<String> told(long channel) throws SQLException {
    return texts(
        "SELECT a.type FROM deliveries d JOIN alerts a ON a.id = d.alert_id"
            + " WHERE d.channel_id = ? ORDER BY a.decided_ms, a.id",
        channel);
  }

  long number(String sql, @Nullable Object... parameters) throws SQLException {
    return store.tables.number(sql, parameters);
  }

  List<String> texts(String sql, @Nullable Object... parameters) throws SQLException {
    try (Connection connection = store.tables.connect();
        PreparedStatement read = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        read.setObject(i + 1, parameters[i]);
      }
      List<String> all = new ArrayList<>();
      ResultSet rows = read.executeQuery();
      while (rows.next()) {
        all.add(rows.getString(1));
      }
      return all;
    }
  }

  /** The jobs of an instance, for the caller to start and stop. */
  AlertJobs jobs() {
    return new AlertJobs(
        store.vertx, store.tables.address(), store.config, store.alerting, store.ids);
  }

  /** Waits until a statement answers a number. */
  void until(long wanted, String sql, @Nullable Object... parameters) throws SQLException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (number(sql, parameters) != wanted) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("it never was " + wanted + ": " + sql);
      }
      Polling.pause();
    }
  }

  @Override
  public void close() throws SQLException {
    store.close();
  }
}
