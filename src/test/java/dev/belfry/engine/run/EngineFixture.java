package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** An account, something to watch, and what the database says of the runs. */
final class EngineFixture implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Between two looks, so that looking does not take the processor from what is looked at. */
  private static final long LOOK_NANOS = 20_000_000;

  final TestApp app;
  final ApiClient client;
  final Tenant acme;
  final ProbedServer target = new ProbedServer();

  EngineFixture(TestApp app) {
    this.app = app;
    acme = app.newTenant();
    client = app.as(acme);
  }

  /** The environment of an instance that probes loopback from some locations. */
  static Map<String, String> probingFrom(String locations) {
    Map<String, String> environment = new HashMap<>();
    environment.put("BELFRY_LOCATIONS", locations);
    environment.put("BELFRY_ALLOW_PRIVATE_TARGETS", "true");
    environment.put("BELFRY_ACCESS_LOG", "off");
    return environment;
  }

  /** A new monitor with a run every ten seconds and more members. */
  String monitor(String path, String more) {
    return client
        .post(
            "/v1/checks/url",
            "{\"name\":\"Home\",\"frequency\":0,\"frequencyOffset\":10,\"request\":{\"url\":\"%s\"}%s}"
                .formatted(target.url(path), more.isEmpty() ? "" : "," + more))
        .hasStatus(201)
        .id();
  }

  /** A new monitor that, after its run at once, runs ten times as often as the API would let it. */
  String quickMonitor(String path, String more) {
    String check = monitor(path, more);
    awaitRuns(check, 1);
    flushSoon(check);
    return check;
  }

  /** The answer to making the private location cellar, with its first key. */
  ApiReply makeCellar() {
    return client
        .post("/v1/private-locations", "{\"name\":\"Cellar\",\"slugName\":\"cellar\"}")
        .hasStatus(201);
  }

  /** From now on the check runs ten times as often. */
  void flushSoon(String check) {
    execute(
        """
        WITH quick AS (
          UPDATE schedules SET from_ms = epoch_millis() + 1,
            period_ms = period_ms / 10, phase_ms = phase_ms / 10
          WHERE until_ms IS NULL
            AND series_id IN (SELECT id FROM series WHERE check_id = ?::uuid))
        SELECT pg_notify('belfry_checks', shard_of(c) || ':' || c) FROM (SELECT ?::uuid) AS x (c)\
        """,
        check,
        check);
  }

  void update(String check, String body) {
    client.put("/v1/checks/url/" + check, body).hasStatus(200);
  }

  /**
   * A run or an attempt as it is stored.
   *
   * @param phaseMicros all phases together
   * @param madeFrom the location when it is not that of the series
   */
  record Stored(
      String location,
      long at,
      int attempt,
      Verdict verdict,
      Reason reason,
      long delay,
      long responseMicros,
      int status,
      long phaseMicros,
      @Nullable String madeFrom) {}

  /** All that is stored of a check, attempts in the order in which they were made. */
  List<Stored> results(String check) {
    List<Stored> results = new ArrayList<>();
    try (Connection connection = app.database().jdbc();
        PreparedStatement read =
            prepared(
                connection,
                """
                SELECT s.location, r.*, d.detail ->> 'location' AS place FROM results r
                JOIN series s ON s.id = r.series_id
                LEFT JOIN result_details d USING (at, series_id, attempt)
                WHERE s.check_id = ?::uuid ORDER BY r.at, s.location, r.delay_ms\
                """,
                check);
        ResultSet row = read.executeQuery()) {
      while (row.next()) {
        long phases = 0;
        for (String phase : List.of("dns", "tcp", "tls", "first_byte", "download")) {
          phases += dev.belfry.engine.result.PhaseTime.decode(row.getShort(phase));
        }
        results.add(
            new Stored(
                row.getString(1),
                row.getLong("at"),
                row.getInt("attempt"),
                Verdict.of(row.getInt("verdict")),
                Reason.of(row.getInt("reason")),
                row.getLong("delay_ms"),
                row.getLong("response_us"),
                row.getInt("status"),
                phases,
                row.getString("place")));
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return results;
  }

  /** The runs of a check that are over. */
  List<Stored> runs(String check) {
    return results(check).stream().filter(one -> one.attempt() == 0).toList();
  }

  /** Waits until so many runs of a check are over. */
  List<Stored> awaitRuns(String check, int count) {
    until(count + " runs", () -> runs(check).size() >= count);
    return runs(check);
  }

  /** The database's clock. */
  long now() {
    return number("SELECT epoch_millis()");
  }

  LedgerReport ledger(long from) {
    try (Connection connection = app.database().jdbc()) {
      return new Ledger(connection).count(Instant.ofEpochMilli(from), null, null);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** The number in the first column of the first row. */
  long number(String sql, Object... parameters) {
    try (Connection connection = app.database().jdbc();
        PreparedStatement read = prepared(connection, sql, parameters);
        ResultSet rows = read.executeQuery()) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private void execute(String sql, Object... parameters) {
    try (Connection connection = app.database().jdbc();
        PreparedStatement statement = prepared(connection, sql, parameters)) {
      statement.execute();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static PreparedStatement prepared(Connection connection, String sql, Object... parameters)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }

  static void until(String what, BooleanSupplier condition) {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).as("it never happened: %s", what).isBefore(deadline);
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  @Override
  public void close() {
    target.close();
  }
}
