package dev.belfry.engine.run;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Checks and groups as the API stores them, and what the triggers make of them. */
final class ScheduleTables implements AutoCloseable {
  /** SQL that gives settings the request without which a check does not run. */
  static final String REQUEST = "'{\"request\":{\"url\":\"http://e.org/\"}}'::jsonb || ";

  static final UUID ACCOUNT = new UUID(0x7000, 0x8000_0000_0000_0001L);

  private final TestDatabase database = TestDatabase.createMigrated();
  private final Connection connection = database.jdbc();

  /**
   * A version of a schedule.
   *
   * @param until null while it is open
   */
  record Version(String location, long from, @Nullable Long until, long period, long phase) {}

  ScheduleTables() throws SQLException {
    run("INSERT INTO accounts VALUES (?, 'Acme', NULL, '{}', now())", ACCOUNT);
  }

  DatabaseAddress address() {
    return database.address();
  }

  /** Another connection, for the caller to close. */
  Connection connect() {
    return database.jdbc();
  }

  Connection connection() {
    return connection;
  }

  /** A check as it is after the run that a new one makes at once. */
  UUID check(UUID id, @Nullable Long group, String settings) throws SQLException {
    newCheck(id, group, settings);
    run("DELETE FROM schedules WHERE until_ms = from_ms + 1");
    run("UPDATE schedules SET from_ms = least(from_ms, epoch_millis())");
    return id;
  }

  UUID newCheck(UUID id, @Nullable Long group, String settings) throws SQLException {
    run(
        "INSERT INTO checks (id, account_id, check_type, group_id, settings, created_at)"
            + " VALUES (?, ?, 'URL', ?, "
            + REQUEST
            + "?::jsonb, now())",
        id,
        ACCOUNT,
        group,
        settings);
    return id;
  }

  void settings(UUID check, String settings) throws SQLException {
    run("UPDATE checks SET settings = " + REQUEST + "?::jsonb WHERE id = ?", settings, check);
  }

  void move(UUID check, @Nullable Long group) throws SQLException {
    run("UPDATE checks SET group_id = ? WHERE id = ?", group, check);
  }

  long group(String settings) throws SQLException {
    return number(
        "INSERT INTO check_groups (account_id, settings, created_at)"
            + " VALUES (?, ?::jsonb, now()) RETURNING id",
        ACCOUNT,
        settings);
  }

  void groupSettings(long group, String settings) throws SQLException {
    run("UPDATE check_groups SET settings = ?::jsonb WHERE id = ?", settings, group);
  }

  /** All versions of a check, by location and time. */
  List<Version> versions(UUID check) throws SQLException {
    return versions(
        "SELECT s.location, c.from_ms, c.until_ms, c.period_ms, c.phase_ms"
            + " FROM series s JOIN schedules c ON c.series_id = s.id"
            + " WHERE s.check_id = ? ORDER BY s.location, c.from_ms",
        check);
  }

  /** What the function makes of settings; open versions from 0 on. */
  List<Version> scheduleOf(UUID check, String settings, @Nullable String shared)
      throws SQLException {
    return versions(
        "SELECT location, 0::bigint, NULL::bigint, period_ms, phase_ms"
            + " FROM schedule_of(?, 'URL', "
            + REQUEST
            + "?::jsonb, ?::jsonb) ORDER BY phase_ms, location",
        check,
        settings,
        shared);
  }

  private List<Version> versions(String sql, @Nullable Object... parameters) throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, parameters);
        ResultSet rows = statement.executeQuery()) {
      List<Version> versions = new ArrayList<>();
      while (rows.next()) {
        versions.add(
            new Version(
                rows.getString(1),
                rows.getLong(2),
                rows.getObject(3, Long.class),
                rows.getLong(4),
                rows.getLong(5)));
      }
      return versions;
    }
  }

  long number(String sql, @Nullable Object... parameters) throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, parameters);
        ResultSet rows = statement.executeQuery()) {
      rows.next();
      return rows.getLong(1);
    }
  }

  void run(String sql, @Nullable Object... parameters) throws SQLException {
    run(connection, sql, parameters);
  }

  static void run(Connection connection, String sql, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, parameters)) {
      statement.execute();
    }
  }

  private static PreparedStatement prepare(
      Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
    database.close();
  }
}
