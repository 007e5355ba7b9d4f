package dev.belfry.monitoring.maintenance;

import dev.belfry.app.TestApp;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the tables say of windows and schedules. */
record WindowTables(TestApp app) {

  /** The number that a statement answers. */
  long number(String sql, @Nullable Object... parameters) {
    try (Connection connection = app.database().jdbc();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  /** Whether a function of windows says so. */
  boolean asks(String function, UUID account, List<String> tags, long at) {
    return number(
            "SELECT " + function + "(?, string_to_array(?, ' '), ?)::integer",
            account,
            String.join(" ", tags),
            at)
        == 1;
  }

  /** How many locations a check runs from at present. */
  long running(String check) {
    return number(
        "SELECT count(*) FROM series s JOIN schedules c ON c.series_id = s.id"
            + " WHERE s.check_id = ? AND c.until_ms IS NULL",
        UUID.fromString(check));
  }

  /** Waits until a check runs, or does not; how long that took at most. */
  Duration await(String check, boolean running) {
    return until(() -> running(check) > 0 == running, check + " running: " + running);
  }

  /** Waits for something that takes a second at most. */
  static Duration until(java.util.function.BooleanSupplier done, String what) {
    InstantSource clock = InstantSource.system();
    Instant from = clock.instant();
    while (!done.getAsBoolean()) {
      if (clock.instant().isAfter(from.plusSeconds(20))) {
        throw new AssertionError("not " + what);
      }
      Thread.onSpinWait();
    }
    return Duration.between(from, clock.instant());
  }
}
