package dev.belfry.engine.session;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * An account with two private locations, on a service that probes nothing: how a run ends is up to
 * the test.
 */
public final class SessionFixture {
  static final String TRIGGER = "/v2/check-sessions/trigger";

  public final TestApp app;
  public final Tenant acme;
  public final ApiClient client;
  final String cellar = "cellar";
  final String roof = "roof";

  public SessionFixture() {
    this(TestApp.shared());
  }

  SessionFixture(TestApp app) {
    this.app = app;
    acme = app.newTenant();
    client = app.as(acme);
    for (String slug : List.of(cellar, roof)) {
      client
          .post("/v1/private-locations", "{\"name\":\"n\",\"slugName\":\"" + slug + "\"}")
          .hasStatus(201);
    }
  }

  /** A monitor at both locations, with more members. */
  public String monitor(String more) {
    return client
        .post(
            "/v1/checks/url",
            """
            {"name":"Home","request":{"url":"https://example.com/"},"frequency":1440,
             "privateLocations":["%s","%s"]%s}"""
                .formatted(cellar, roof, more.isEmpty() ? "" : "," + more))
        .hasStatus(201)
        .id();
  }

  ApiReply trigger(String check) {
    return client
        .post(TRIGGER, "{\"target\":{\"checkId\":\"" + check + "\"}}")
        .hasStatus(201)
        .matchesContract("triggerCheckSessions");
  }

  /** The path of a new session of a new monitor at both locations. */
  String session() {
    return "/v2/check-sessions/" + trigger(monitor("")).at("/sessions/0/checkSessionId").asText();
  }

  static String cancel(String session) {
    return session.replace("/v2/", "/v1/") + "/cancel";
  }

  /** One run of a session. */
  public record Run(int series, long at, String location) {}

  /** The runs of a session, the one in the cellar first. */
  List<Run> runs(String session) {
    List<Run> runs = new ArrayList<>();
    try (Connection connection = app.database().jdbc();
        PreparedStatement read =
            connection.prepareStatement(
                """
                SELECT r.series_id, r.at, s.location FROM check_session_runs r
                JOIN series s ON s.id = r.series_id
                WHERE r.session_id = ?::uuid ORDER BY s.location""")) {
      read.setString(1, session.substring(session.lastIndexOf('/') + 1));
      try (ResultSet rows = read.executeQuery()) {
        while (rows.next()) {
          runs.add(new Run(rows.getInt(1), rows.getLong(2), rows.getString(3)));
        }
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return runs;
  }

  /** The open runs of a check that were asked for, as soon as there are so many. */
  public List<Run> triggered(String check, int count) {
    long deadline = System.nanoTime() + 10_000_000_000L;
    List<Run> open = List.of();
    while (open.size() < count) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("the runs are not opened");
      }
      Polling.pause();
      open = open(check);
    }
    return open;
  }

  private List<Run> open(String check) {
    List<Run> runs = new ArrayList<>();
    try (Connection connection = app.database().jdbc();
        PreparedStatement read =
            prepared(
                connection,
                """
                SELECT o.series_id, o.at, s.location FROM open_runs o
                JOIN series s ON s.id = o.series_id
                WHERE s.check_id = ?::uuid ORDER BY s.location""",
                check);
        ResultSet rows = read.executeQuery()) {
      while (rows.next()) {
        runs.add(new Run(rows.getInt(1), rows.getLong(2), rows.getString(3)));
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return runs;
  }

  /** Ends a run as the owner of its shard does: the result first, then the open run. */
  public void end(Run run, Verdict verdict, Reason reason) {
    try (Connection connection = app.database().jdbc()) {
      connection.setAutoCommit(false);
      result(connection, run, 0, verdict, reason);
      try (PreparedStatement delete =
          connection.prepareStatement("DELETE FROM open_runs WHERE series_id = ? AND at = ?")) {
        delete.setInt(1, run.series());
        delete.setLong(2, run.at());
        delete.executeUpdate();
      }
      connection.commit();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Writes one attempt before the one that counts. */
  void attempt(Run run, int attempt, Verdict verdict, Reason reason) {
    try (Connection connection = app.database().jdbc()) {
      result(connection, run, attempt, verdict, reason);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static void result(
      Connection connection, Run run, int attempt, Verdict verdict, Reason reason)
      throws SQLException {
    boolean missed = verdict == Verdict.MISSED;
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            INSERT INTO results (series_id, at, attempt, verdict, reason, delay_ms, response_us,
              status, dns, tcp, tls, first_byte, download)
            VALUES (?, ?, ?, ?, ?, ?, ?, 200, 0, 0, 0, 0, 0) ON CONFLICT DO NOTHING""")) {
      insert.setInt(1, run.series());
      insert.setLong(2, run.at());
      insert.setInt(3, attempt);
      insert.setInt(4, verdict.code());
      insert.setInt(5, reason.code());
      insert.setInt(6, missed ? 0 : 20);
      insert.setInt(7, missed ? 0 : 123_456);
      insert.executeUpdate();
    }
  }

  /** The number in the first column of the first row. */
  public long number(String sql, Object... parameters) {
    try (Connection connection = app.database().jdbc();
        PreparedStatement read = prepared(connection, sql, parameters);
        ResultSet rows = read.executeQuery()) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  public void execute(String sql, Object... parameters) {
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
}
