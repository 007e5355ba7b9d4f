package dev.belfry.testing;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes what the engine writes: series, results, details and states, straight into the tables. */
public final class ResultRows {
  private static final long DAY = 86_400_000;

  private final TestDatabase database;

  public ResultRows(TestDatabase database) {
    this.database = database;
  }

  /** A run as it is stored; answered with 200 unless something else is said. */
  public record Run(
      int series,
      long at,
      int attempt,
      Verdict verdict,
      Reason reason,
      int status,
      int responseMicros) {

    /** A run that passed. */
    public static Run passed(int series, long at, int responseMicros) {
      return new Run(series, at, 0, Verdict.PASSED, Reason.NONE, 200, responseMicros);
    }

    /** A run that was degraded. */
    public static Run degraded(int series, long at, int responseMicros) {
      return new Run(series, at, 0, Verdict.DEGRADED, Reason.NONE, 200, responseMicros);
    }

    /** A run that failed because the status code said so. */
    public static Run failed(int series, long at) {
      return new Run(series, at, 0, Verdict.FAILED, Reason.STATUS, 500, 20_000);
    }

    /** A run that did not take place. */
    public static Run missed(int series, long at, Reason reason) {
      return new Run(series, at, 0, Verdict.MISSED, reason, 0, 0);
    }

    /** The same as another attempt of the run; 0 is the final one. */
    public Run attempt(int other) {
      return new Run(series, at, other, verdict, reason, status, responseMicros);
    }

    /** The same with another verdict. */
    public Run with(Verdict other, Reason otherReason, int otherStatus) {
      return new Run(series, at, attempt, other, otherReason, otherStatus, responseMicros);
    }
  }

  /** The series of a check at a location, made if there is none. */
  public int series(String check, String location) {
    update(
        """
        INSERT INTO series (account_id, check_id, location, shard)
        SELECT account_id, id, ?, shard_of(id) FROM checks WHERE id = ?
        ON CONFLICT DO NOTHING""",
        location,
        UUID.fromString(check));
    return (int)
        number(
            "SELECT id FROM series WHERE check_id = ? AND location = ?",
            UUID.fromString(check),
            location);
  }

  /** Adds a result, and the partition it needs. */
  public ResultRows add(Run run) {
    return add(List.of(run));
  }

  /** Adds results, and the partitions they need. */
  public ResultRows add(List<Run> runs) {
    String insert =
        """
        INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status,
          dns, tcp, tls, first_byte, download)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 100, 200, 300, 400, 50)""";
    runs.stream()
        .map(run -> (int) (run.at() / DAY))
        .distinct()
        .forEach(day -> number("SELECT count(*) FROM make_partitions(?)", day));
    try (Connection connection = database.jdbc()) {
      for (Run run : runs) {
        try (PreparedStatement statement =
            prepared(
                connection,
                insert,
                run.at(),
                run.series(),
                run.responseMicros(),
                run.verdict() == Verdict.MISSED ? 0 : 7,
                run.attempt(),
                (int) run.verdict().code(),
                (int) run.reason().code(),
                run.status())) {
          statement.executeUpdate();
        }
      }
    } catch (SQLException e) {
      throw new AssertionError("results cannot be added", e);
    }
    return this;
  }

  /** Adds the detail of a result. */
  public ResultRows detail(Run run, String json) {
    update(
        "INSERT INTO result_details (at, series_id, attempt, detail) VALUES (?, ?, ?, ?::jsonb)",
        run.at(),
        run.series(),
        run.attempt(),
        json);
    return this;
  }

  /** Sets the newest verdict of a series. */
  public ResultRows state(int series, Verdict verdict, @Nullable Long certificateExpires) {
    update(
        """
        INSERT INTO series_states (series_id, verdict, since_ms, certificate_expires_ms)
        VALUES (?, ?, 0, ?)
        ON CONFLICT (series_id) DO UPDATE SET verdict = excluded.verdict""",
        series,
        (int) verdict.code(),
        certificateExpires);
    return this;
  }

  /** Makes a series one that runs, once a day from the year 2255 on. */
  public ResultRows schedule(int series) {
    update(
        "INSERT INTO schedules (series_id, from_ms, period_ms, phase_ms) VALUES (?, ?, ?, 0)",
        series,
        9_000_000_000_000L,
        DAY);
    return this;
  }

  /** Adds the sum of a day that is over; every run answered in 100 ms. */
  public ResultRows day(int series, int day, int passed, int failed) {
    return sum(
        "result_days AS d (day",
        series,
        day,
        passed,
        failed,
        """
        ON CONFLICT (day, series_id) DO UPDATE SET passed = d.passed + excluded.passed,
          failed = d.failed + excluded.failed, answered = d.answered + excluded.answered,
          response_us = d.response_us + excluded.response_us,
          histogram = merge_histograms(d.histogram, excluded.histogram)""");
  }

  /** Adds the sum of an hour that is over, and its part of the day; 100 ms for every run. */
  public ResultRows hour(int series, long hour, int passed, int failed) {
    number("SELECT count(*) FROM make_rollup_partition(?)", hour);
    day(series, (int) (hour / DAY), passed, failed);
    return sum("result_hours (hour", series, hour, passed, failed, "");
  }

  private ResultRows sum(
      String into, int series, long at, int passed, int failed, String conflict) {
    int all = passed + failed;
    update(
        "INSERT INTO "
            + into
            + """
            , series_id, response_us, passed, degraded, failed, faults, missed, answered,
            fastest_us, slowest_us, histogram)
            VALUES (?, ?, ?, ?, 0, ?, 0, 0, ?, 100000, 100000,
              int2send(response_bucket(100000)) || int2send(?::int2))
            """
            + conflict,
        at,
        series,
        100_000L * all,
        passed,
        failed,
        all,
        all);
    return this;
  }

  /** The hour from which on results are not summed up yet, milliseconds since 1970. */
  public long summedUntil() {
    return number("SELECT hour FROM result_progress");
  }

  /** The number that a statement answers. */
  public long number(String sql, Object... parameters) {
    try (Connection connection = database.jdbc();
        PreparedStatement statement = prepared(connection, sql, parameters);
        ResultSet rows = statement.executeQuery()) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  /** Runs a statement. */
  public void update(String sql, @Nullable Object... parameters) {
    try (Connection connection = database.jdbc();
        PreparedStatement statement = prepared(connection, sql, parameters)) {
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  private static PreparedStatement prepared(
      Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }
}
